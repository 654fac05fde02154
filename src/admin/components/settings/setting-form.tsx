import { RouteDrawer } from "@medusajs/dashboard/components"
import { Alert } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { FieldValues, UseFormReturn } from "react-hook-form"
import { KeyboardForm } from "../common/keyboard-form"
import { DrawerFooter } from "./setting-drawer"

type SettingFormProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  onSubmit: (values: Values) => Promise<void>
  /** Nothing in it can be saved. */
  disabled?: boolean
  children: ReactNode
}

/** The form of a drawer: asks before changes are left, and has a place for what the server refused. */
export function SettingForm<Values extends FieldValues>(props: SettingFormProps<Values>) {
  const { form, onSubmit, disabled, children } = props
  const { errors, isSubmitting } = form.formState
  return (
    <RouteDrawer.Form form={form}>
      <KeyboardForm onSubmit={form.handleSubmit(onSubmit)} className="flex h-full flex-col overflow-hidden" noValidate>
        <RouteDrawer.Body className="overflow-y-auto">
          <div className="flex flex-col gap-y-8">
            <div role="alert" className="empty:hidden">
              {errors.root && <Alert variant="error">{errors.root.message}</Alert>}
            </div>
            {children}
          </div>
        </RouteDrawer.Body>
        <DrawerFooter isSaving={isSubmitting} disabled={disabled} />
      </KeyboardForm>
    </RouteDrawer.Form>
  )
}
