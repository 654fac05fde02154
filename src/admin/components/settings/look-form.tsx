import { clx, Hint, Label } from "@medusajs/ui"
import { useEffect, useRef, useState } from "react"
import type { PayPageLook } from "../../../api/admin/crypto-payments/contract"
import { fieldsOf } from "../../../core/connection/setting-fields"
import { useTexts } from "../../lib/format"
import { previewPayPage } from "../../lib/queries"
import { failureOf } from "../../lib/server"
import { ColorField, LogoField } from "./look-fields"
import {
  type ConnectionProps,
  changesOf,
  OrdinarySettings,
  SettingDrawer,
  SettingForm,
  useGroupForm,
  useLockedHint,
} from "./setting-form"
import { toUpdate } from "./setting-values"

export const EditLook = () => <SettingDrawer title="look.edit" description="look.subtitle" form={LookForm} />

function LookForm({ connection }: ConnectionProps) {
  const fields = fieldsOf("look")
  const { form, values, onSubmit, showRefusal } = useGroupForm(connection, "look")
  const lockedHint = useLockedHint(connection)
  // Does not move the focus, because the person may still be typing.
  const onAnswer = (refused?: unknown) => {
    form.clearErrors(fields.filter((field) => field !== "logo"))
    if (refused) showRefusal(refused, false)
  }
  return (
    <SettingForm connection={connection} fields={fields} form={form} onSubmit={onSubmit}>
      <LogoField locked={lockedHint("logo")} />
      <ColorField locked={lockedHint("accent_color")} />
      <OrdinarySettings connection={connection} group="look" />
      <PreviewFrame id={connection.id} look={changesOf(toUpdate(form.watch()), toUpdate(values))} onAnswer={onAnswer} />
    </SettingForm>
  )
}

/** Nothing in the preview can be pressed or focused. React 18 has no `inert` prop, so it is an attribute. */
const PICTURE = { inert: "", tabIndex: -1, sandbox: "" }

/** @param onAnswer called with the error if the server refuses a value, and without one if it accepts them */
type PreviewProps = { id: string; look: PayPageLook; onAnswer: (refused?: unknown) => void }

/** The real pay page of an example payment. The frame's sandbox keeps it from accessing the admin. */
function PreviewFrame(props: PreviewProps) {
  const { t } = useTexts()
  const { page, isOld } = usePreview(props)
  const title = t("settings.look.preview")
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" weight="plus">
        {title}
      </Label>
      <div role="status" className="empty:hidden">
        {isOld && <Hint>{t("settings.look.previewOld")}</Hint>}
      </div>
      <div
        className={clx("bg-ui-bg-subtle shadow-borders-base h-[32rem] shrink-0 overflow-hidden rounded-lg", {
          "opacity-50": isOld,
        })}
      >
        {page !== undefined && <iframe {...PICTURE} title={title} srcDoc={page} className="h-full w-full border-0" />}
      </div>
    </div>
  )
}

/** Milliseconds without input after which the preview is loaded. */
const PREVIEW_AFTER_MS = 300

/** Keeps the last page while the next one loads. `isOld`: the server refused the last change or was not reached. */
function usePreview({ id, look, onAnswer }: PreviewProps) {
  const [preview, setPreview] = useState<{ page?: string; isOld: boolean }>({ isOld: false })
  const latest = useRef(onAnswer)
  useEffect(() => {
    latest.current = onAnswer
  })
  const body = JSON.stringify(look)
  useEffect(() => {
    let wanted = true
    const load = async () => {
      const answer = await previewPayPage(id, JSON.parse(body)).catch((error: unknown) => ({ error }))
      if (!wanted) return
      if ("page" in answer) {
        setPreview({ page: answer.page, isOld: false })
        latest.current()
      } else {
        setPreview((before) => ({ ...before, isOld: true }))
        if (failureOf(answer.error).fields) latest.current(answer.error)
      }
    }
    const timer = setTimeout(load, PREVIEW_AFTER_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [id, body])
  return preview
}
