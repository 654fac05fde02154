/** Types of the one function used here, because the package has none. */
declare module "react-dom/client" {
  import type { ReactNode } from "react"

  export function createRoot(container: Element): { render: (children: ReactNode) => void }
}
