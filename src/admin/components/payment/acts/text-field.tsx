import { Form } from "@medusajs/dashboard/components"
import { Input } from "@medusajs/ui"
import { useFormContext } from "react-hook-form"
import type { PayoutValues } from "./payout-schema"

type Props = {
  name: keyof PayoutValues
  label: string
  hint?: string
  /** A plain decimal: the keyboard of a phone has digits. It stays text, so nothing rounds it. */
  decimal?: boolean
  /** For what is compared letter by letter. */
  mono?: boolean
}

export function TextField({ name, label, hint, decimal = false, mono = false }: Props) {
  const { control } = useFormContext<PayoutValues>()
  return (
    <Form.Field
      control={control}
      name={name}
      render={({ field }) => (
        <Form.Item>
          <Form.Label>{label}</Form.Label>
          <Form.Control>
            <Input
              {...field}
              autoComplete="off"
              spellCheck={false}
              inputMode={decimal ? "decimal" : undefined}
              className={mono ? "font-mono" : undefined}
            />
          </Form.Control>
          {hint && <Form.Hint>{hint}</Form.Hint>}
          <Form.ErrorMessage />
        </Form.Item>
      )}
    />
  )
}
