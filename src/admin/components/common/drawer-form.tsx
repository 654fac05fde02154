import { zodResolver } from "@hookform/resolvers/zod"
import { XMark } from "@medusajs/icons"
import {
  Alert,
  Button,
  Drawer,
  Heading,
  Hint,
  IconButton,
  Input,
  Kbd,
  Label,
  Prompt,
  Switch,
  Textarea,
  toast,
} from "@medusajs/ui"
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type MutableRefObject,
  type PropsWithChildren,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useState,
} from "react"
import {
  type ControllerRenderProps,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useController,
  useForm,
} from "react-hook-form"
import { useTranslation } from "react-i18next"
import { useBlocker, useLocation, useNavigate } from "react-router-dom"
import type { z } from "zod"
import { useSettingWords, useTexts } from "../../lib/format"
import { useOneAtATime } from "../../lib/queries"
import { failureOf, inLanguage, messagesOf } from "../../lib/server"
import { QuietText } from "./section"

/** Called with true while a drawer is open. A list keeps its items then, because one that leaves would take its drawer along. */
export const HoldContext = createContext<(isOpen: boolean) => void>(() => undefined)

/** Looks like `Drawer.Header`, whose close button has no name for screen readers. */
export function DrawerHeader({ title, description }: { title: string; description: string }) {
  const { t } = useTexts()
  return (
    <div className="border-ui-border-base flex items-start justify-between gap-x-4 border-b px-6 py-4">
      <div className="flex flex-col gap-y-1">
        <Drawer.Title asChild>
          <Heading>{title}</Heading>
        </Drawer.Title>
        <QuietText className="text-pretty">{description}</QuietText>
      </div>
      <div className="flex items-center gap-x-2">
        <Kbd>esc</Kbd>
        <Drawer.Close asChild>
          <IconButton size="small" type="button" variant="transparent" aria-label={t("form.close")}>
            <XMark />
          </IconButton>
        </Drawer.Close>
      </div>
    </div>
  )
}

type FormOptions<Values extends FieldValues> = {
  values: Values
  schema: z.ZodType<Values, Values>
  /** @returns the text of the toast; undefined if the person canceled */
  send: (after: Values, before: Values) => Promise<string | undefined>
}

/** Closes the drawer after sending. If the server refuses, it shows the messages at their fields or above all fields. */
export function useDrawerForm<Values extends FieldValues>({ values, schema, send }: FormOptions<Values>) {
  const { t, messageOf } = useTexts()
  const { labelOf } = useSettingWords()
  const [before] = useState(values)
  const form = useForm<Values>({ defaultValues: before as DefaultValues<Values>, resolver: zodResolver(schema) })
  const close = useContext(CloseContext)
  const showRefusal = (error: unknown, shouldFocus = true) => {
    const { code, fields: wrong } = failureOf(error)
    const fields = wrong?.map(({ field, message }) => ({ field, message: inLanguage(t, message) }))
    const known = Object.keys(form.getValues()) as Path<Values>[]
    const messages = messagesOf({ message: messageOf(error), code, fields }, known, labelOf)
    for (const [index, { field, message }] of messages.entries())
      form.setError(field, { message }, { shouldFocus: shouldFocus && index === 0 })
  }
  const onSubmit = async (after: Values) => {
    try {
      const done = await send(after, before)
      if (done === undefined) return
      toast.success(done)
      close()
    } catch (error) {
      showRefusal(error)
    }
  }
  return { form, onSubmit, showRefusal }
}

type DrawerFormProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  onSubmit: (values: Values) => Promise<unknown>
  submitLabel: string
  /** True if no field can be changed. */
  disabled?: boolean
  /** The field that gets the focus first; by default the button that closes the drawer gets it. */
  firstField?: Path<Values>
  children: ReactNode
}

/** Asks, with Medusa's texts, before a person leaves unsaved changes. */
export function DrawerForm<Values extends FieldValues>(props: DrawerFormProps<Values>) {
  const { form, onSubmit, submitLabel, disabled, firstField, children } = props
  const { t } = useTexts()
  const oneAtATime = useOneAtATime()
  const { setFocus, formState } = form
  useEffect(() => {
    if (firstField) setFocus(firstField)
  }, [firstField, setFocus])
  const { isDirty } = formState
  const dirty = useContext(DirtyContext)
  useEffect(() => {
    if (!dirty) return
    dirty.current = isDirty
    return () => {
      dirty.current = false
    }
  }, [dirty, isDirty])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !nextLocation.state?.isSubmitSuccessful && currentLocation.pathname !== nextLocation.pathname,
  )

  return (
    <FormProvider {...form}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          oneAtATime(() => form.handleSubmit(onSubmit)(event))
        }}
        onKeyDown={submitWithModifier}
        className="flex size-full flex-col overflow-hidden"
        noValidate
      >
        <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">
          <div role="alert" className="empty:hidden">
            {formState.errors.root && (
              // In a long form the message may be out of view.
              <Alert variant="error" ref={(alert) => alert?.scrollIntoView({ block: "nearest" })}>
                {formState.errors.root.message}
              </Alert>
            )}
          </div>
          {children}
        </Drawer.Body>
        <Drawer.Footer className="gap-x-2 space-x-0">
          <Drawer.Close asChild>
            <Button size="small" variant="secondary" type="button">
              {t("form.cancel")}
            </Button>
          </Drawer.Close>
          <Button size="small" type="submit" isLoading={formState.isSubmitting} disabled={disabled}>
            {submitLabel}
          </Button>
        </Drawer.Footer>
      </form>
      <LeavePrompt
        open={blocker.state === "blocked"}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </FormProvider>
  )
}

/**
 * Ctrl+Enter or Command+Enter submits, and Enter alone does not, as in Medusa's forms. Unlike in those, Enter still
 * presses a button of the form.
 */
function submitWithModifier(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || event.defaultPrevented || event.target instanceof HTMLButtonElement) return
  const submits = event.metaKey || event.ctrlKey
  if (event.target instanceof HTMLTextAreaElement && !submits) return
  event.preventDefault()
  if (submits) event.currentTarget.requestSubmit()
}

/** Closes the drawer after its form was sent, without asking about unsaved changes. */
export const CloseContext = createContext<() => void>(() => {})

/** Whether the form of a drawer without a route has unsaved changes. */
export const DirtyContext = createContext<MutableRefObject<boolean> | null>(null)

/** A drawer with a route. Closing it goes to the parent route and keeps that route's search parameters. */
export function RouteDrawer({ wide, children }: PropsWithChildren<{ wide?: boolean }>) {
  const navigate = useNavigate()
  const { search } = useLocation()
  // Opens after the first render, so that the opening is animated.
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])

  const leave = (state?: object) => navigate(`..${search}`, { replace: true, state })
  const onOpenChange = (next: boolean) => {
    if (next) return
    // The drawer may be unmounted before it makes the page clickable again.
    document.body.style.pointerEvents = "auto"
    leave()
  }
  return (
    <Drawer open={open} onOpenChange={onOpenChange}>
      <CloseContext.Provider value={() => leave({ isSubmitSuccessful: true })}>
        <Drawer.Content aria-describedby={undefined} className={wide ? "lg:max-w-[960px]" : ""}>
          {children}
        </Drawer.Content>
      </CloseContext.Provider>
    </Drawer>
  )
}

type LeavePromptProps = { open: boolean; onStay: () => void; onLeave: () => void }

export function LeavePrompt({ open, onStay, onLeave }: LeavePromptProps) {
  const { t } = useTranslation()
  return (
    <Prompt open={open} onOpenChange={(isOpen) => !isOpen && onStay()} variant="confirmation">
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{t("general.unsavedChangesTitle")}</Prompt.Title>
          <Prompt.Description>{t("general.unsavedChangesDescription")}</Prompt.Description>
        </Prompt.Header>
        <Prompt.Footer>
          <Prompt.Cancel type="button">{t("actions.cancel")}</Prompt.Cancel>
          {/* Not by onOpenChange, which runs after it and would stay. */}
          <Prompt.Action onClick={onLeave} type="button">
            {t("actions.continue")}
          </Prompt.Action>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}

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
