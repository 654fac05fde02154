import { useRouteModal } from "@medusajs/dashboard/components"
import { toast } from "@medusajs/ui"
import type { FieldValues, Path, UseFormReturn } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { SettingField } from "../../../api/admin/crypto-payments/contract"
import { messageOf } from "../../lib/refusal"
import { refusedField } from "./parts"

type Save<Body> = { mutateAsync: (body: Body) => Promise<unknown> }

/**
 * Sends what a drawer's form comes to, says so and closes it. A refusal stands at the field it is about, or above all
 * fields, in the server's words; the form stays as it is.
 * @param fields the form's fields by the names the server has for them
 */
export function useSave<Values extends FieldValues, Body>(
  form: UseFormReturn<Values>,
  save: Save<Body>,
  fields: readonly (SettingField & Path<Values>)[],
): (body: Body, saved: string) => Promise<void> {
  const { t } = useTranslation("cryptoPayments")
  const { handleSuccess } = useRouteModal()
  return async (body, saved) => {
    try {
      await save.mutateAsync(body)
    } catch (error) {
      const sentence = messageOf(error)
      const field = refusedField(sentence, fields)
      const message = field ? sentence.replace(`(${field}: `, `(${t(`settings.fields.${field}`)}: `) : sentence
      form.setError((field as Path<Values> | undefined) ?? "root", { message }, { shouldFocus: true })
      toast.error(message)
      return
    }
    toast.success(saved)
    handleSuccess()
  }
}
