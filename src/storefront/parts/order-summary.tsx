"use client"
import type { ReactElement } from "react"
import type { CryptoPaymentClient } from "../client.js"
import { part, type Ui } from "../ui.js"
import type { Shown } from "../use-payment.js"

type Props = { ui: Ui; client: Pick<CryptoPaymentClient, "bought">; shown: Shown }

/** What the payment is for: folded before it, open on the receipt. Its content is loaded when it opens. */
export function OrderSummary({ ui, client, shown: { token, payment } }: Props): ReactElement {
  return (
    <details
      className={part("bought")}
      open={!!payment.receipt}
      onToggle={({ currentTarget: place }) =>
        import("../bought.js").then(({ fillIn }) => fillIn(place, token, ui, client))
      }
    >
      <summary>{ui.say("bought")}</summary>
      <dl />
    </details>
  )
}
