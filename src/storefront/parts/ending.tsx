"use client"
import type { ReactElement, ReactNode, RefObject } from "react"
import { part } from "../ui.js"

const SIGNS = {
  confirming: "M12 3a9 9 0 1 1-9 9",
  paid: "M5 12.5l4.5 4.5L19 7.5",
  expired: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2",
}

type Props = {
  sign: keyof typeof SIGNS
  title: string
  heading: RefObject<HTMLHeadingElement>
  children: ReactNode
}

/** Nothing is asked for, or not at this price. */
export const Ending = ({ sign, title, heading, children }: Props): ReactElement => (
  <div className={part("end")}>
    <span className={part("sign")}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={SIGNS[sign]} />
      </svg>
    </span>
    <h2 className={part("title")} tabIndex={-1} ref={heading}>
      {title}
    </h2>
    {children}
  </div>
)
