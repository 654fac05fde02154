import { Checkbox, Label, RadioGroup, Switch } from "@medusajs/ui"
import { useId } from "react"
import { useFormContext } from "react-hook-form"
import type { AssetName } from "../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../core/assets/registry"
import { useTexts } from "../../lib/format"
import { AssetIcon, networksOf, partsOf } from "../common/asset"
import { Field, TextField } from "../common/fields"
import { Form } from "../common/form"

type Locked = { locked?: string }

/** A box for each asset on each of its networks. */
export function AssetsField({ known, locked }: Locked & { known: AssetName[] }) {
  const { t } = useTexts()
  return (
    <Field name="assets" label={t("settings.fields.assets.label")} hint={locked ?? t("settings.fields.assets.hint")}>
      {({ value, onChange, ref }) => (
        <Form.Control>
          {/* biome-ignore lint/a11y/useSemanticElements: the label of Medusa's form names a group, not a fieldset */}
          <div role="group" ref={ref} tabIndex={-1} className="grid grid-cols-1 gap-2 outline-none sm:grid-cols-2">
            {known.map((name) => (
              <AssetBox
                key={name}
                name={name}
                checked={value.includes(name)}
                disabled={locked !== undefined}
                onChange={(checked) => onChange(known.filter((one) => (one === name ? checked : value.includes(one))))}
              />
            ))}
          </div>
        </Form.Control>
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

export function PlacementField({ locked }: Locked) {
  const { t } = useTexts()
  return (
    <Field name="order_placement" label={t("settings.fields.order_placement.label")} hint={locked}>
      {({ value, onChange, ref }) => (
        <Form.Control>
          <RadioGroup ref={ref} value={value} onValueChange={onChange} disabled={locked !== undefined}>
            {["checkout", "payment"].map((placement) => (
              <RadioGroup.ChoiceBox
                key={placement}
                value={placement}
                // Beside a long text the radio button would shrink.
                className="[&>div:first-child]:shrink-0"
                label={t(`settings.checkout.placement.${placement}`)}
                description={t(`settings.checkout.placement.${placement}Hint`)}
              />
            ))}
          </RadioGroup>
        </Form.Control>
      )}
    </Field>
  )
}

/** A switch, and the minutes while it is on. */
export function UnpaidField({ locked }: Locked) {
  const { t } = useTexts()
  const { watch } = useFormContext<{ cancels: boolean }>()
  const cancels = watch("cancels")
  const hint = t(cancels ? "settings.fields.unpaid_order_minutes.hint" : "settings.checkout.unpaidOff")
  return (
    <div className="flex flex-col gap-y-4">
      <Form.Field
        name="cancels"
        render={({ field: { value, onChange, ref } }) => (
          <Form.Item>
            <div className="bg-ui-bg-component shadow-elevation-card-rest flex items-start gap-x-3 rounded-lg p-3">
              <Form.Control>
                <Switch ref={ref} checked={value} onCheckedChange={onChange} disabled={locked !== undefined} />
              </Form.Control>
              <div>
                <Form.Label>{t("settings.checkout.unpaid")}</Form.Label>
                <Form.Hint className="text-pretty">{locked ?? hint}</Form.Hint>
              </div>
            </div>
          </Form.Item>
        )}
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
