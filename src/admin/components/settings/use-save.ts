import { useRouteModal } from "@medusajs/dashboard/components"
import { toast } from "@medusajs/ui"
import type { FieldValues, Path, UseFormReturn } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { codeOf } from "../../lib/refusal"
import { useMessage } from "../common/use-message"
import { refusedField, sentenceFor } from "./parts"

type Save<Body> = { mutateAsync: (body: Body) => Promise<unknown> }

/**
 * Sends what a drawer's form comes to, says so and closes it. A refusal stands at the field it is about, or above all
 * fields, in the server's words; the form stays as it is.
 * @param fields the form's fields by the names the server has for them
 */
export function useSave<Values extends FieldValues, Body>(
  form: UseFormReturn<Values>,
  save: Save<Body>,
  fields: readonly Path<Values>[],
): (body: Body, saved: string) => Promise<void> {
  const { t } = useTranslation("cryptoPayments")
  const messageOf = useMessage()
  const { handleSuccess } = useRouteModal()
  return async (body, saved) => {
    try {
      await save.mutateAsync(body)
    } catch (error) {
      const refusal = { message: messageOf(error), code: codeOf(error) }
      const field = refusedField(refusal, fields)
      const message = field ? sentenceFor(field, t(`settings.fields.${field}`), refusal) : refusal.message
      form.setError(field ?? "root", { message }, { shouldFocus: true })
      toast.error(message)
      return
    }
    toast.success(saved)
    handleSuccess()
  }
}
