import { Checkbox, Label, RadioGroup } from "@medusajs/ui"
import { useId } from "react"
import { useWatch } from "react-hook-form"
import { z } from "zod"
import type { AssetName, ConnectionUpdate } from "../../../../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../../../../core/assets/registry"
import { fieldsOf } from "../../../../../../core/connection/setting-fields"
import { SETTINGS } from "../../../../../../core/connection/setting-table"
import { Field, SwitchField, TextField } from "../../../../../components/common/drawer-form"
import { AssetIcon, networksOf, partsOf } from "../../../../../components/common/values"
import {
  type ConnectionProps,
  type ControlValues,
  controlValue,
  OrdinarySettings,
  ordinaryFields,
  SettingDrawer,
  SettingForm,
  toUpdate,
  useLockedHint,
  useSettingForm,
  valuesOf,
} from "../../../../../components/settings/setting-form"
import { neverCanceled, useSettingWords, useTexts } from "../../../../../lib/format"

export default function EditCheckout() {
  return <SettingDrawer title="checkout.edit" description="checkout.subtitle" form={CheckoutForm} />
}

type Values = {
  assets: AssetName[]
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

function CheckoutForm({ connection }: ConnectionProps) {
  const { t } = useTexts()
  const { assets, order_placement, unpaid_order_minutes: unpaid, known_assets } = connection
  const schema = z
    .object({
      assets: z.array(z.custom<AssetName>()).min(1, t("settings.checkout.assetsWanted")),
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
      ...valuesOf(connection, ordinaryFields("checkout")),
    },
    schema,
    toUpdate: toCheckout,
    saved: "checkout.saved",
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

type Locked = { locked?: string }

function AssetsField({ known, locked }: Locked & { known: AssetName[] }) {
  const { labelOf, hintOf } = useSettingWords()
  return (
    <Field name="assets" label={labelOf("assets")} hint={hintOf("assets")} locked={locked}>
      {({ value, onChange, ref }, { disabled, ...control }) => (
        // biome-ignore lint/a11y/useSemanticElements: the field's label names a group, not a fieldset
        <div
          {...control}
          role="group"
          ref={ref}
          tabIndex={-1}
          className="grid grid-cols-1 gap-2 outline-none sm:grid-cols-2"
        >
          {known.map((name) => (
            <AssetBox
              key={name}
              name={name}
              checked={value.includes(name)}
              disabled={disabled}
              onChange={(checked) => onChange(known.filter((one) => (one === name ? checked : value.includes(one))))}
            />
          ))}
        </div>
      )}
    </Field>
  )
}

type AssetBoxProps = { name: AssetName; checked: boolean; disabled: boolean; onChange: (checked: boolean) => void }

function AssetBox({ name, checked, disabled, onChange }: AssetBoxProps) {
  const id = useId()
  const [asset, chain] = partsOf(name)
  return (
    <div className="shadow-borders-base bg-ui-bg-base flex items-center gap-x-3 rounded-lg px-3 py-2">
      <Checkbox id={id} checked={checked} disabled={disabled} onCheckedChange={(now) => onChange(now === true)} />
      <Label htmlFor={id} size="small" className="flex flex-1 cursor-pointer items-center gap-x-2">
        <AssetIcon asset={asset} />
        <span>
          <span className="text-ui-fg-base font-medium">{asset}</span>{" "}
          <span className="text-ui-fg-subtle">{networkName(chain ?? networksOf(asset)[0] ?? "")}</span>
        </span>
      </Label>
    </div>
  )
}

function PlacementField({ locked }: Locked) {
  const { t, dir } = useTexts()
  return (
    <Field name="order_placement" label={t("settings.fields.order_placement.label")} locked={locked}>
      {({ value, onChange, ref }, control) => (
        <RadioGroup {...control} dir={dir} ref={ref} value={value} onValueChange={onChange}>
          {["checkout", "payment"].map((placement) => (
            <RadioGroup.ChoiceBox
              key={placement}
              value={placement}
              // A long text would shrink the radio button, and Medusa's hint is always on the left.
              className="[&>div:first-child]:shrink-0 rtl:[&_*]:text-right"
              label={t(`settings.checkout.placement.${placement}`)}
              description={t(`settings.checkout.placement.${placement}Hint`)}
            />
          ))}
        </RadioGroup>
      )}
    </Field>
  )
}

function UnpaidField({ locked }: Locked) {
  const { t } = useTexts()
  const [cancels, placement] = useWatch<Values, ["cancels", "order_placement"]>({
    name: ["cancels", "order_placement"],
  })
  const hint = t(cancels ? "settings.fields.unpaid_order_minutes.hint" : neverCanceled(placement))
  return (
    <div className="flex flex-col gap-y-4">
      <SwitchField
        name="cancels"
        label={t("settings.checkout.unpaid")}
        hint={hint}
        locked={locked}
        errorOf={cancels ? "cancels" : "unpaid_order_minutes"}
      />
      {cancels && (
        <TextField
          name="unpaid_order_minutes"
          type="number"
          label={t("settings.checkout.unpaidMinutes")}
          disabled={locked !== undefined}
        />
      )}
    </div>
  )
}
