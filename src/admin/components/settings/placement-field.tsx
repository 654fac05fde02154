import { Form } from "@medusajs/dashboard/components"
import { RadioGroup } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

const PLACEMENTS = ["checkout", "payment"] as const

/** Part of a form with a field `order_placement`. */
export function PlacementField({ locked }: { locked?: string }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Form.Field
      name="order_placement"
      render={({ field: { value, onChange, ref } }) => (
        <Form.Item>
          <Form.Label>{t("settings.fields.order_placement")}</Form.Label>
          <Form.Control>
            <RadioGroup ref={ref} value={value} onValueChange={onChange} disabled={locked !== undefined}>
              {PLACEMENTS.map((placement) => (
                <RadioGroup.ChoiceBox
                  key={placement}
                  value={placement}
                  // Its dot is squeezed where the text beside it is long.
                  className="[&>div:first-child]:shrink-0"
                  label={t(`settings.checkout.placement.${placement}`)}
                  description={t(`settings.checkout.placement.${placement}Hint`)}
                />
              ))}
            </RadioGroup>
          </Form.Control>
          {locked && <Form.Hint className="text-pretty">{locked}</Form.Hint>}
          <Form.ErrorMessage />
        </Form.Item>
      )}
    />
  )
}
