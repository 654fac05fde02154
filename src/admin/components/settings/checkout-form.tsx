import { zodResolver } from "@hookform/resolvers/zod"
import { useState } from "react"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import type { ConnectionUpdate, ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useUpdateConnection } from "../../hooks/connections"
import { AssetsField } from "./assets-field"
import { PlacementField } from "./placement-field"
import { SettingForm } from "./setting-form"
import { useConfiguredHint } from "./source-badge"
import { UnpaidField } from "./unpaid-field"
import { useSave } from "./use-save"
import type { Asset } from "./words"

type Values = {
  assets: Asset[]
  order_placement: "checkout" | "payment"
  cancels: boolean
  unpaid_order_minutes: string
}

/** What is filled in when canceling is switched on again: the default of the server. */
const USUAL_MINUTES = 1440

const saved = ({ assets, order_placement, unpaid_order_minutes }: ConnectionView): Values => ({
  assets: assets.value ?? [],
  order_placement: order_placement.value ?? "checkout",
  cancels: unpaid_order_minutes.value !== "off",
  unpaid_order_minutes: String(
    typeof unpaid_order_minutes.value === "number" ? unpaid_order_minutes.value : USUAL_MINUTES,
  ),
})

const minutesOf = ({ cancels, unpaid_order_minutes }: Values) => (cancels ? Number(unpaid_order_minutes) : "off")

/** Only what was changed: what is left out stays. */
function updateOf(before: Values, values: Values): ConnectionUpdate {
  const { assets, order_placement } = values
  const minutes = minutesOf(values)
  return {
    ...(assets.join() === before.assets.join() ? {} : { assets }),
    ...(order_placement === before.order_placement ? {} : { order_placement }),
    ...(minutes === minutesOf(before) ? {} : { unpaid_order_minutes: minutes }),
  }
}

export function CheckoutForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const configured = useConfiguredHint()
  const [before] = useState(() => saved(connection))
  const schema = z
    .object({
      assets: z.array(z.custom<Asset>()).min(1, t("settings.checkout.assetsWanted")),
      order_placement: z.enum(["checkout", "payment"]),
      cancels: z.boolean(),
      unpaid_order_minutes: z.string().trim(),
    })
    .refine((values) => !values.cancels || /^\d+$/.test(values.unpaid_order_minutes), {
      path: ["unpaid_order_minutes"],
      message: t("settings.checkout.unpaidWanted"),
    })
  const form = useForm<Values>({ defaultValues: before, resolver: zodResolver(schema) })
  const save = useSave(form, useUpdateConnection(connection.id), ["assets", "order_placement", "unpaid_order_minutes"])
  const locked = {
    assets: configured(connection.assets),
    placement: configured(connection.order_placement),
    unpaid: configured(connection.unpaid_order_minutes),
  }

  return (
    <SettingForm
      form={form}
      disabled={Object.values(locked).every(Boolean)}
      onSubmit={(values) => save(updateOf(before, values), t("settings.checkout.saved"))}
    >
      <AssetsField known={connection.known_assets} locked={locked.assets} />
      <PlacementField locked={locked.placement} />
      <UnpaidField locked={locked.unpaid} />
    </SettingForm>
  )
}
