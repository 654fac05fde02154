"use client"
import type { ReactElement, ReactNode, RefObject } from "react"
import { part } from "../ui.js"

type Props = {
  /** What style.css draws: a tick for "paid", a turning ring for "confirming", else a clock. */
  sign?: string
  title: string
  heading: RefObject<HTMLHeadingElement>
  children: ReactNode
}

/** Nothing is asked for, or not at this price. */
export const Ending = ({ sign, title, heading, children }: Props): ReactElement => (
  <div className={part("end")}>
    <span className={part("sign")} data-sign={sign} />
    <h2 className={part("title")} tabIndex={-1} ref={heading}>
      {title}
    </h2>
    {children}
  </div>
)
