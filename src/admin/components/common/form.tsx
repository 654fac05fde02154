import { Hint as UiHint, Label as UiLabel } from "@medusajs/ui"
import { cloneElement, createContext, type PropsWithChildren, type ReactElement, useContext, useId } from "react"
import { Controller, type ControllerProps, FormProvider, useFormContext } from "react-hook-form"

// Looks and reads as `Form` of @medusajs/dashboard, which exports it only since 2.21.0 and brings its own react-hook-form.

type FieldContextValue = { name: string; id: string }
const FieldContext = createContext<FieldContextValue>({ name: "", id: "" })

function useField() {
  const { name, id } = useContext(FieldContext)
  const { getFieldState, formState } = useFormContext()
  return {
    control: id,
    label: `${id}-label`,
    hint: `${id}-hint`,
    message: `${id}-message`,
    error: getFieldState(name, formState).error,
  }
}

/** One field of the surrounding form; the parts below name each other for screen readers. */
function Field(props: ControllerProps) {
  const id = useId()
  return (
    <FieldContext.Provider value={{ name: props.name, id }}>
      <Controller {...props} />
    </FieldContext.Provider>
  )
}

const Item = ({ children }: PropsWithChildren) => <div className="flex flex-col space-y-2">{children}</div>

function Label({ children }: PropsWithChildren) {
  const { control, label } = useField()
  return (
    <UiLabel id={label} htmlFor={control} size="small" weight="plus">
      {children}
    </UiLabel>
  )
}

/** Gives the control inside it its id, its label, its hint and its error. */
function Control({ children }: { children: ReactElement }) {
  const { control, label, hint, message, error } = useField()
  return cloneElement(children, {
    id: control,
    "aria-labelledby": label,
    "aria-describedby": error ? `${hint} ${message}` : hint,
    "aria-invalid": error !== undefined,
    ...children.props,
  })
}

function Hint({ children, className }: PropsWithChildren<{ className?: string }>) {
  const { hint } = useField()
  return (
    <UiHint id={hint} className={className}>
      {children}
    </UiHint>
  )
}

function ErrorMessage() {
  const { error, message } = useField()
  if (!error?.message) return null
  return (
    <UiHint id={message} variant="error">
      {String(error.message)}
    </UiHint>
  )
}

export const Form = Object.assign(FormProvider, { Field, Item, Label, Control, Hint, ErrorMessage })
