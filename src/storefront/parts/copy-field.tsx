"use client"
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react"
import { part, type Ui } from "../ui.js"

type Props = { ui: Ui; name: "amount" | "address"; text: string; children: ReactNode; after?: ReactNode }

/** A value to be read, selected whole, and copied as it is meant to be pasted. */
export function CopyField({ ui, name, text, children, after }: Props): ReactElement {
  const value = useRef<HTMLElement>(null)
  const [told, setTold] = useState<"copy" | "copied" | "copyFailed">("copy")
  const failed = told === "copyFailed"
  useEffect(() => {
    if (told !== "copied") return
    const timer = setTimeout(() => setTold("copy"), 2000)
    return () => clearTimeout(timer)
  }, [told])

  const tell = (name: "copied" | "copyFailed") => {
    ui.tell(name)
    setTold(name)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // There is no clipboard over plain http, nor in a frame that it was not granted to.
      if (value.current) getSelection()?.selectAllChildren(value.current)
      if (!document.execCommand("copy")) return tell("copyFailed")
    }
    tell("copied")
  }

  return (
    <dl className={`${part("field")} ${part(name)}`}>
      <dt>{ui.say(name)}</dt>
      <dd>
        {/* A shop in capitals would show another address, and a browser copies it as it is shown. */}
        <bdi className={part("value")} ref={value} style={{ textTransform: "none" }}>
          {children}
        </bdi>
        {after}
      </dd>
      <dd>
        <button
          type="button"
          className={part("copy")}
          aria-label={ui.say(name === "amount" ? "copyAmount" : "copyAddress")}
          onClick={copy}
        >
          {ui.say(failed ? "copy" : told)}
        </button>
      </dd>
      {failed && <dd className={part("soft")}>{ui.say(told)}</dd>}
    </dl>
  )
}
