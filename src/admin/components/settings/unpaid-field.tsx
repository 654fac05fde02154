import { Form } from "@medusajs/dashboard/components"
import { Switch } from "@medusajs/ui"
import { useFormContext } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { TextField } from "../common/text-field"

/** Part of a form with the fields `cancels` and `unpaid_order_minutes`. */
export function UnpaidField({ locked }: { locked?: string }) {
  const { t } = useTranslation("cryptoPayments")
  const { watch } = useFormContext<{ cancels: boolean; unpaid_order_minutes: string }>()
  const cancels = watch("cancels")
  const hint = cancels ? t("settings.checkout.unpaidHint") : t("settings.checkout.unpaidOff")
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
