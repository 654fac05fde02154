import { Hint, Input, Label, Switch, Textarea } from "@medusajs/ui"
import { type HTMLInputTypeAttribute, type ReactNode, useId } from "react"
import { type ControllerRenderProps, type FieldPath, type FieldValues, useController } from "react-hook-form"

// Like `Form` of @medusajs/dashboard, which exports it only since 2.21.0 and has its own copy of react-hook-form.

/** A field of the surrounding form, and the ids that connect its control, label, hint and error for screen readers. */
export function useField(name: string) {
  const id = useId()
  const { field, fieldState } = useController({ name })
  const [label, hint, message] = [`${id}-label`, `${id}-hint`, `${id}-message`]
  const control = {
    id,
    "aria-labelledby": label,
    "aria-describedby": fieldState.error ? `${hint} ${message}` : hint,
    "aria-invalid": fieldState.error !== undefined,
  }
  const labelProps = { id: label, htmlFor: id, size: "small", weight: "plus" } as const
  return { field, control, labelProps, hintId: hint, messageId: message, error: fieldState.error?.message }
}

type Control = ReturnType<typeof useField>["control"]

type FieldProps<Values extends FieldValues> = {
  name: FieldPath<Values>
  label: string
  hint?: ReactNode
  /** @param control props for the labelled element */
  children: (field: ControllerRenderProps, control: Control) => ReactNode
}

/** A control of the surrounding form with its label, its hint and its error. */
export function Field<Values extends FieldValues>({ name, label, hint, children }: FieldProps<Values>) {
  const { field, control, labelProps, hintId, messageId, error } = useField(name)
  return (
    <div className="flex flex-col space-y-2">
      <Label {...labelProps}>{label}</Label>
      {children(field, control)}
      {hint && (
        <Hint id={hintId} className="text-pretty">
          {hint}
        </Hint>
      )}
      {error && (
        <Hint id={messageId} variant="error">
          {error}
        </Hint>
      )}
    </div>
  )
}

type TextFieldProps<Values extends FieldValues> = Omit<FieldProps<Values>, "children"> & {
  placeholder?: string
  /** Why the value cannot be changed. It replaces the hint. */
  locked?: string
  disabled?: boolean
  /** Keeps browsers from filling it in or saving it. */
  secret?: boolean
  type?: HTMLInputTypeAttribute
  /** A decimal number: phones show a keyboard of digits. The value is text, so nothing rounds it. */
  decimal?: boolean
  mono?: boolean
  multiline?: boolean
}

export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { name, label, hint, placeholder, locked, secret, type = "text", decimal, mono, multiline } = props
  return (
    <Field<Values> name={name} label={label} hint={locked ?? hint}>
      {(field, control) =>
        multiline ? (
          <Textarea {...control} {...field} rows={4} />
        ) : (
          <Input
            {...control}
            {...field}
            type={secret ? "password" : type}
            autoComplete={secret ? "new-password" : "off"}
            spellCheck={false}
            inputMode={decimal ? "decimal" : undefined}
            className={mono ? "font-mono" : undefined}
            placeholder={placeholder}
            disabled={props.disabled ?? locked !== undefined}
          />
        )
      }
    </Field>
  )
}

type SwitchFieldProps = {
  name: string
  label: string
  hint: string
  /** Why the value cannot be changed. It replaces the hint. */
  locked: string | undefined
  /** The field whose error stands here; by default the switch's own. */
  errorOf?: string
}

export function SwitchField({ name, label, hint, locked, errorOf = name }: SwitchFieldProps) {
  const { field, control, labelProps, hintId } = useField(name)
  const { error, messageId } = useField(errorOf)
  return (
    <div className="bg-ui-bg-component shadow-elevation-card-rest flex items-start gap-x-3 rounded-lg p-3">
      <Switch
        {...control}
        aria-describedby={error ? `${hintId} ${messageId}` : hintId}
        aria-invalid={error !== undefined}
        ref={field.ref}
        checked={field.value}
        onCheckedChange={field.onChange}
        disabled={locked !== undefined}
      />
      <div className="flex min-w-0 flex-col">
        <Label {...labelProps}>{label}</Label>
        <Hint id={hintId} className="text-pretty">
          {locked ?? hint}
        </Hint>
        {error && (
          <Hint id={messageId} variant="error">
            {error}
          </Hint>
        )}
      </div>
    </div>
  )
}
