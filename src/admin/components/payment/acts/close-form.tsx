import { zodResolver } from "@hookform/resolvers/zod"
import { Form } from "@medusajs/dashboard/components"
import { Drawer, Textarea, toast } from "@medusajs/ui"
import { useEffect } from "react"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import { FormFoot } from "../../common/form-foot"
import { KeyboardForm } from "../../common/keyboard-form"
import { useMessage } from "../../common/use-message"

type Props = { confirm: string; done: string; close: (note: string) => Promise<unknown>; onClosed: () => void }

export function CloseForm({ confirm, done, close, onClosed }: Props) {
  const { t } = useTranslation("cryptoPayments")
  const messageOf = useMessage()
  const schema = z.object({ note: z.string().trim().min(1, t("payment.close.noteWanted")) })
  const form = useForm({ defaultValues: { note: "" }, resolver: zodResolver(schema) })

  // The first thing that could have the focus is the button that closes the drawer.
  const { setFocus } = form
  useEffect(() => setFocus("note"), [setFocus])

  const submit = form.handleSubmit(async ({ note }) => {
    try {
      await close(note)
      onClosed()
      toast.success(done)
    } catch (error) {
      form.setError("note", { message: messageOf(error) })
    }
  })

  return (
    <Form {...form}>
      <KeyboardForm onSubmit={submit} className="flex size-full flex-col overflow-hidden">
        <Drawer.Body className="flex-1 overflow-auto">
          <Form.Field
            control={form.control}
            name="note"
            render={({ field }) => (
              <Form.Item>
                <Form.Label>{t("payment.close.note")}</Form.Label>
                <Form.Control>
                  <Textarea {...field} rows={4} />
                </Form.Control>
                <Form.Hint>{t("payment.close.noteHint")}</Form.Hint>
                <Form.ErrorMessage />
              </Form.Item>
            )}
          />
        </Drawer.Body>
        <FormFoot submit={confirm} busy={form.formState.isSubmitting} />
      </KeyboardForm>
    </Form>
  )
}
