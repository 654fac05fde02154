import { Form } from "@medusajs/dashboard/components"
import { Checkbox, Label } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import { AssetIcon } from "../common/asset-icon"
import { ASSET_NAMES, type Asset } from "./words"

type AssetsFieldProps = { known: Asset[]; locked?: string }

/** Part of a form with a field `assets`. */
export function AssetsField({ known, locked }: AssetsFieldProps) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Form.Field
      name="assets"
      render={({ field: { value, onChange, ref } }) => (
        <Form.Item>
          <Form.Label>{t("settings.fields.assets")}</Form.Label>
          <Form.Control>
            {/* biome-ignore lint/a11y/useSemanticElements: the label of Medusa's form names a group, not a fieldset */}
            <div role="group" ref={ref} tabIndex={-1} className="grid grid-cols-1 gap-2 outline-none sm:grid-cols-2">
              {known.map((asset) => (
                <AssetBox
                  key={asset}
                  asset={asset}
                  checked={value.includes(asset)}
                  disabled={locked !== undefined}
                  onChange={(checked) =>
                    onChange(known.filter((one) => (one === asset ? checked : value.includes(one))))
                  }
                />
              ))}
            </div>
          </Form.Control>
          <Form.Hint className="text-pretty">{locked ?? t("settings.checkout.assetsHint")}</Form.Hint>
          <Form.ErrorMessage />
        </Form.Item>
      )}
    />
  )
}

type AssetBoxProps = { asset: Asset; checked: boolean; disabled: boolean; onChange: (checked: boolean) => void }

function AssetBox({ asset, checked, disabled, onChange }: AssetBoxProps) {
  const id = useId()
  return (
    <div className="shadow-borders-base bg-ui-bg-base flex items-center gap-x-3 rounded-lg px-3 py-2">
      <Checkbox id={id} checked={checked} disabled={disabled} onCheckedChange={(now) => onChange(now === true)} />
      <Label htmlFor={id} size="small" className="flex flex-1 cursor-pointer items-center gap-x-2">
        <AssetIcon asset={asset} />
        <span>
          <span className="text-ui-fg-base font-medium">{asset}</span>{" "}
          <span className="text-ui-fg-subtle">{ASSET_NAMES[asset]}</span>
        </span>
      </Label>
    </div>
  )
}
