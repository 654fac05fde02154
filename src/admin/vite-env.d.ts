/** Medusa's admin build (Vite) requires this file. */
/// <reference types="vite/client" />
