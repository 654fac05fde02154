import { Input, Textarea } from "@medusajs/ui"
import type { HTMLInputTypeAttribute, ReactNode } from "react"
import type { ControllerRenderProps, FieldPath, FieldValues } from "react-hook-form"
import { Form } from "./form"

type FieldProps<Values extends FieldValues> = {
  name: FieldPath<Values>
  label: string
  hint?: ReactNode
  /** The control, inside `Form.Control`. */
  children: (field: ControllerRenderProps) => ReactNode
}

/** A control of the surrounding form with its label, its hint and its error. */
export const Field = <Values extends FieldValues>({ name, label, hint, children }: FieldProps<Values>) => (
  <Form.Field
    name={name}
    render={({ field }) => (
      <Form.Item>
        <Form.Label>{label}</Form.Label>
        {children(field)}
        {hint && <Form.Hint className="text-pretty">{hint}</Form.Hint>}
        <Form.ErrorMessage />
      </Form.Item>
    )}
  />
)

type TextFieldProps<Values extends FieldValues> = Omit<FieldProps<Values>, "children"> & {
  placeholder?: string
  /** Why the value cannot be changed; shown instead of the hint. */
  locked?: string
  disabled?: boolean
  /** A browser neither fills it in nor remembers it. */
  secret?: boolean
  type?: HTMLInputTypeAttribute
  /** A plain decimal: a phone shows digits. It stays text, so nothing rounds it. */
  decimal?: boolean
  mono?: boolean
  multiline?: boolean
}

export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { name, label, hint, placeholder, locked, secret, type = "text", decimal, mono, multiline } = props
  const disabled = props.disabled ?? locked !== undefined
  return (
    <Field<Values> name={name} label={label} hint={locked ?? hint}>
      {(field) => (
        <Form.Control>
          {multiline ? (
            <Textarea {...field} rows={4} />
          ) : (
            <Input
              {...field}
              type={secret ? "password" : type}
              autoComplete={secret ? "new-password" : "off"}
              spellCheck={false}
              inputMode={decimal ? "decimal" : undefined}
              className={mono ? "font-mono" : undefined}
              placeholder={placeholder}
              disabled={disabled}
            />
          )}
        </Form.Control>
      )}
    </Field>
  )
}
