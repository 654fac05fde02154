import { z } from "zod"
import type { ConnectionUpdate, ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { partsOf } from "../common/asset"
import { AssetsField, PlacementField, UnpaidField } from "./checkout-fields"
import { SettingDrawer } from "./setting-drawer"
import { SettingForm, useLockedHint, useSettingForm } from "./setting-form"
import { GROUPS } from "./setting-groups"

export const EditCheckout = () => (
  <SettingDrawer title="checkout.edit" description="checkout.subtitle" form={CheckoutForm} />
)

type Values = {
  assets: ConnectionView["known_assets"]
  order_placement: "checkout" | "payment"
  cancels: boolean
  unpaid_order_minutes: string
}

/** The server's default, filled in when a person switches canceling on again. */
const DEFAULT_MINUTES = 1440

const toUpdate = ({ cancels, unpaid_order_minutes, ...values }: Values): ConnectionUpdate => ({
  ...values,
  unpaid_order_minutes: cancels ? Number(unpaid_order_minutes) : "off",
})

function CheckoutForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { assets, order_placement, unpaid_order_minutes: unpaid, known_assets } = connection
  const schema = z
    .object({
      assets: z.array(z.custom<Values["assets"][number]>()).min(1, t("settings.checkout.assetsWanted")),
      order_placement: z.enum(["checkout", "payment"]),
      cancels: z.boolean(),
      unpaid_order_minutes: z.string().trim(),
    })
    .refine((values) => !values.cancels || /^\d+$/.test(values.unpaid_order_minutes), {
      path: ["unpaid_order_minutes"],
      message: t("settings.checkout.unpaidWanted"),
    })
  const { form, onSubmit } = useSettingForm<Values>({
    connection,
    values: {
      assets: known_assets.filter((name) => [name, partsOf(name)[0]].some((one) => assets.value?.includes(one))),
      order_placement: order_placement.value ?? "checkout",
      cancels: unpaid.value !== "off",
      unpaid_order_minutes: String(typeof unpaid.value === "number" ? unpaid.value : DEFAULT_MINUTES),
    },
    schema,
    toUpdate,
    saved: t("settings.checkout.saved"),
  })
  const lockedHint = useLockedHint(connection)

  return (
    <SettingForm connection={connection} fields={GROUPS.checkout} form={form} onSubmit={onSubmit}>
      <AssetsField known={known_assets} locked={lockedHint("assets")} />
      <PlacementField locked={lockedHint("order_placement")} />
      <UnpaidField locked={lockedHint("unpaid_order_minutes")} />
    </SettingForm>
  )
}
