import { z } from "zod"
import type { ConnectionUpdate, ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { fieldsOf } from "../../../core/connection/setting-fields"
import { SETTINGS } from "../../../core/connection/setting-table"
import { useTexts } from "../../lib/format"
import { partsOf } from "../common/asset"
import { AssetsField, PlacementField, UnpaidField } from "./checkout-fields"
import { OrdinarySettings, ordinaryFields } from "./setting-control"
import { SettingDrawer } from "./setting-drawer"
import { SettingForm, useLockedHint, useSettingForm } from "./setting-form"
import { type ControlValues, controlValue, toUpdate, valuesOf } from "./setting-values"

export const EditCheckout = () => (
  <SettingDrawer title="checkout.edit" description="checkout.subtitle" form={CheckoutForm} />
)

type Values = {
  assets: ConnectionView["known_assets"]
  order_placement: "checkout" | "payment"
  cancels: boolean
  unpaid_order_minutes: string
  [ordinary: string]: unknown
}

const toCheckout = ({ assets, order_placement, cancels, unpaid_order_minutes, ...rest }: Values): ConnectionUpdate => ({
  assets,
  order_placement,
  unpaid_order_minutes: cancels ? Number(unpaid_order_minutes) : "off",
  ...toUpdate(rest as ControlValues),
})

function CheckoutForm({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { assets, order_placement, unpaid_order_minutes: unpaid, known_assets } = connection
  const ordinary = ordinaryFields("checkout")
  const schema = z
    .object({
      assets: z.array(z.custom<Values["assets"][number]>()).min(1, t("settings.checkout.assetsWanted")),
      order_placement: z.enum(["checkout", "payment"]),
      cancels: z.boolean(),
      unpaid_order_minutes: z.string().trim(),
    })
    .catchall(controlValue)
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
      unpaid_order_minutes: String(
        typeof unpaid.value === "number" ? unpaid.value : SETTINGS.unpaidOrderMinutes.default,
      ),
      ...valuesOf(connection, ordinary),
    },
    schema,
    toUpdate: toCheckout,
    saved: t("settings.checkout.saved"),
  })
  const lockedHint = useLockedHint(connection)

  return (
    <SettingForm connection={connection} fields={fieldsOf("checkout")} form={form} onSubmit={onSubmit}>
      <AssetsField known={known_assets} locked={lockedHint("assets")} />
      <PlacementField locked={lockedHint("order_placement")} />
      <UnpaidField locked={lockedHint("unpaid_order_minutes")} />
      <OrdinarySettings connection={connection} group="checkout" />
    </SettingForm>
  )
}
