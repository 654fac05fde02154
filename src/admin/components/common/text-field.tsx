import { Form } from "@medusajs/dashboard/components"
import { Input } from "@medusajs/ui"
import type { HTMLInputTypeAttribute, ReactNode } from "react"
import { type FieldPath, type FieldValues, useFormContext } from "react-hook-form"

type TextFieldProps<Values extends FieldValues> = {
  name: FieldPath<Values>
  label: string
  hint?: ReactNode
  placeholder?: string
  /** The reason why it cannot be changed; it stands in the hint's place. */
  locked?: string
  disabled?: boolean
  /** Text that is never shown again: a browser neither fills it in nor remembers it. */
  secret?: boolean
  type?: HTMLInputTypeAttribute
  /** A plain decimal: the keyboard of a phone has digits. It stays text, so nothing rounds it. */
  decimal?: boolean
  /** For what is compared letter by letter. */
  mono?: boolean
}

export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { name, label, hint, placeholder, locked, disabled, secret = false, type = "text", decimal, mono } = props
  const { control } = useFormContext<Values>()
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
              type={secret ? "password" : type}
              autoComplete={secret ? "new-password" : "off"}
              spellCheck={false}
              inputMode={decimal ? "decimal" : undefined}
              className={mono ? "font-mono" : undefined}
              placeholder={placeholder}
              disabled={disabled ?? locked !== undefined}
            />
          </Form.Control>
          {(locked ?? hint) && <Form.Hint className="text-pretty">{locked ?? hint}</Form.Hint>}
          <Form.ErrorMessage />
        </Form.Item>
      )}
    />
  )
}
