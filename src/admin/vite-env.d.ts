/** The admin's extensions are bundled by Vite; its build wants this folder, and this file, to be there. */
/// <reference types="vite/client" />
