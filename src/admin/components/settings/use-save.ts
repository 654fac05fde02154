import { useRouteModal } from "@medusajs/dashboard/components"
import { toast } from "@medusajs/ui"
import type { FieldValues, Path, UseFormReturn } from "react-hook-form"
import type { ConnectionView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { messageOf } from "../../lib/refusal"
import { fieldNamedIn } from "./parts"

type Save<Body> = { mutateAsync: (body: Body) => Promise<unknown> }

/**
 * Sends what a drawer's form comes to, says so and closes it. A refusal stands at the field it speaks of, or above
 * all fields, in the server's words; the form stays as it is.
 * @param fields the form's fields by the names the server has for them
 */
export function useSave<Values extends FieldValues, Body>(
  form: UseFormReturn<Values>,
  save: Save<Body>,
  { connection, fields }: { connection: ConnectionView; fields: readonly (SettingField & Path<Values>)[] },
): (body: Body, saved: string) => Promise<void> {
  const { handleSuccess } = useRouteModal()
  return async (body, saved) => {
    try {
      await save.mutateAsync(body)
    } catch (error) {
      const message = messageOf(error)
      form.setError((fieldNamedIn(message, connection, fields) as Path<Values> | undefined) ?? "root", { message })
      toast.error(message)
      return
    }
    toast.success(saved)
    handleSuccess()
  }
}
