import { Drawer, Prompt } from "@medusajs/ui"
import { createContext, type PropsWithChildren, useEffect, useState } from "react"
import { type FieldValues, FormProvider, type UseFormReturn } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { useBlocker, useLocation, useNavigate } from "react-router-dom"

/** Closes the drawer after its form was sent, without asking about unsaved changes. */
export const CloseContext = createContext<() => void>(() => {})

/** A drawer with a route. Closing it goes to the parent route and keeps that route's search parameters. */
export function RouteDrawer({ children }: PropsWithChildren) {
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
        <Drawer.Content aria-describedby={undefined}>{children}</Drawer.Content>
      </CloseContext.Provider>
    </Drawer>
  )
}

type GuardedFormProps<Values extends FieldValues> = PropsWithChildren<{ form: UseFormReturn<Values> }>

/** A form that asks, with Medusa's texts, before a person leaves unsaved changes. */
export function GuardedForm<Values extends FieldValues>({ form, children }: GuardedFormProps<Values>) {
  const { t } = useTranslation()
  const { isDirty } = form.formState
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !nextLocation.state?.isSubmitSuccessful && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <FormProvider {...form}>
      {children}
      <Prompt open={blocker.state === "blocked"} variant="confirmation">
        <Prompt.Content>
          <Prompt.Header>
            <Prompt.Title>{t("general.unsavedChangesTitle")}</Prompt.Title>
            <Prompt.Description>{t("general.unsavedChangesDescription")}</Prompt.Description>
          </Prompt.Header>
          <Prompt.Footer>
            <Prompt.Cancel onClick={() => blocker.reset?.()} type="button">
              {t("actions.cancel")}
            </Prompt.Cancel>
            <Prompt.Action onClick={() => blocker.proceed?.()} type="button">
              {t("actions.continue")}
            </Prompt.Action>
          </Prompt.Footer>
        </Prompt.Content>
      </Prompt>
    </FormProvider>
  )
}
