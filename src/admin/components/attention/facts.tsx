import type { PropsWithChildren } from "react"

/** Short facts side by side, each under its name. */
export const Facts = ({ children }: PropsWithChildren) => <dl className="flex flex-wrap gap-x-8 gap-y-2">{children}</dl>

export const Fact = ({ name, children }: PropsWithChildren<{ name: string }>) => (
  <div className="flex min-w-0 flex-col gap-y-0.5">
    <dt className="txt-compact-xsmall text-ui-fg-subtle">{name}</dt>
    <dd className="txt-compact-small text-ui-fg-base min-w-0 break-words">{children}</dd>
  </div>
)
