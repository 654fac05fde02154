import { Hint, Input, Label, Switch, Textarea } from "@medusajs/ui"
import { type ComponentProps, type ReactNode, useId } from "react"
import { type ControllerRenderProps, type FieldPath, type FieldValues, useController } from "react-hook-form"

// Like `Form` of @medusajs/dashboard, which exports it only since 2.21.0 and has its own copy of react-hook-form.

type FieldOptions<Values extends FieldValues> = {
  name: FieldPath<Values>
  label: string
  hint?: ReactNode
  /** Why the value cannot be changed. It replaces the hint. */
  locked?: string
}

/** A field of the surrounding form. Ids connect its control, label, hint and error for screen readers. */
function useField({ name, hint, locked }: Omit<FieldOptions<FieldValues>, "label">, errorOf = name) {
  const id = useId()
  const { field } = useController({ name })
  const { error } = useController({ name: errorOf }).fieldState
  const [labelId, hintId, messageId] = [`${id}-label`, `${id}-hint`, `${id}-message`]
  const control = {
    id,
    "aria-labelledby": labelId,
    "aria-describedby": error ? `${hintId} ${messageId}` : hintId,
    "aria-invalid": error !== undefined,
    disabled: locked !== undefined,
  }
  const labelProps = { id: labelId, htmlFor: id, size: "small", weight: "plus" } as const
  const hints = (
    <>
      {(locked ?? hint) && (
        <Hint id={hintId} className="text-pretty">
          {locked ?? hint}
        </Hint>
      )}
      {error?.message && (
        <Hint id={messageId} variant="error">
          {error.message}
        </Hint>
      )}
    </>
  )
  return { field, control, labelProps, hints }
}

type FieldProps<Values extends FieldValues> = FieldOptions<Values> & {
  /** @param control props for the labelled element */
  children: (field: ControllerRenderProps, control: ReturnType<typeof useField>["control"]) => ReactNode
}

/** A control of the surrounding form with its label, its hint and its error. */
export function Field<Values extends FieldValues>({ label, children, ...options }: FieldProps<Values>) {
  const { field, control, labelProps, hints } = useField(options)
  return (
    <div className="flex flex-col space-y-2">
      <Label {...labelProps}>{label}</Label>
      {children(field, control)}
      {hints}
    </div>
  )
}

type TextFieldProps<Values extends FieldValues> = FieldOptions<Values> &
  Pick<ComponentProps<typeof Input>, "type" | "inputMode" | "placeholder" | "disabled" | "className"> & {
    multiline?: boolean
  }

export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { name, label, hint, locked, multiline, type = "text", ...input } = props
  return (
    <Field<Values> name={name} label={label} hint={hint} locked={locked}>
      {(field, control) =>
        multiline ? (
          <Textarea {...control} {...field} rows={4} />
        ) : (
          <Input
            {...control}
            {...field}
            {...input}
            type={type}
            // Keeps browsers from filling in or saving a secret.
            autoComplete={type === "password" ? "new-password" : "off"}
            spellCheck={false}
          />
        )
      }
    </Field>
  )
}

/** @param errorOf the field whose error stands here; by default the switch's own */
type SwitchFieldProps = FieldOptions<FieldValues> & { errorOf?: string }

export function SwitchField({ label, errorOf, ...options }: SwitchFieldProps) {
  const { field, control, labelProps, hints } = useField(options, errorOf)
  return (
    <div className="bg-ui-bg-component shadow-elevation-card-rest flex items-start gap-x-3 rounded-lg p-3">
      <Switch
        {...control}
        ref={field.ref}
        checked={field.value}
        onCheckedChange={field.onChange}
        // Medusa's switch lets its track shrink, and its thumb leaves the track from right to left.
        dir="ltr"
        className="shrink-0 rtl:rotate-180"
      />
      <div className="flex min-w-0 flex-col">
        <Label {...labelProps}>{label}</Label>
        {hints}
      </div>
    </div>
  )
}
