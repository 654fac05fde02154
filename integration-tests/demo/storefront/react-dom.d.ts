/** As much of it as is used here: the package brings no types. */
declare module "react-dom/client" {
  import type { ReactNode } from "react"

  export function createRoot(container: Element): { render: (children: ReactNode) => void }
}
