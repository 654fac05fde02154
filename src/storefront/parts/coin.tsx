"use client"
import type { ReactElement } from "react"
import { markOf } from "../../core/assets/marks.js"

/** The mark of an asset, as large as the text beside it. Screen readers skip it, because the asset's name is there. */
export function Coin({ asset }: { asset: string }): ReactElement {
  const mark = markOf(asset)
  return (
    <svg viewBox="0 0 24 24" width="1em" height="1em" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill={mark.color} />
      {"path" in mark ? (
        <path d={mark.path} fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      ) : (
        <text x="12" y="16" textAnchor="middle" fontSize="12" fill="#fff">
          {mark.letter}
        </text>
      )}
    </svg>
  )
}
