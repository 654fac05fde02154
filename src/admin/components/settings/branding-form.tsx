import { Button, clx, Hint, Input, Label } from "@medusajs/ui"
import { useEffect, useRef, useState } from "react"
import { useFormContext } from "react-hook-form"
import type { PayPageBranding } from "../../../api/admin/crypto-payments/contract"
import { fieldsOf } from "../../../core/connection/setting-fields"
import { useSettingWords, useTexts } from "../../lib/format"
import { previewPayPage } from "../../lib/queries"
import { failureOf } from "../../lib/server"
import { Field } from "../common/drawer-form"
import { onServer } from "../common/values"
import {
  type ConnectionProps,
  changesOf,
  controlValues,
  OrdinarySettings,
  SettingDrawer,
  SettingForm,
  toUpdate,
  useGroupForm,
  useLockedHint,
} from "./setting-form"

export const EditBranding = () => (
  <SettingDrawer title="branding.edit" description="branding.subtitle" form={BrandingForm} wide />
)

function BrandingForm({ connection }: ConnectionProps) {
  const fields = fieldsOf("branding")
  const { t } = useTexts()
  const [isTooLarge, setTooLarge] = useState(false)
  // In the schema, because the form forgets an error that was only set.
  const schema = controlValues.refine(() => !isTooLarge, { path: ["logo"], message: t("settings.branding.tooLarge") })
  const { form, values, onSubmit, showRefusal } = useGroupForm(connection, "branding", schema)
  const lockedHint = useLockedHint(connection)
  // Does not move the focus, because the person may still be typing.
  const onAnswer = (refused?: unknown) => {
    form.clearErrors(fields.filter((field) => field !== "logo"))
    if (refused) showRefusal(refused, false)
  }
  return (
    <SettingForm connection={connection} fields={fields} form={form} onSubmit={onSubmit}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="flex flex-col gap-y-6">
          <LogoField locked={lockedHint("logo")} isTooLarge={isTooLarge} setTooLarge={setTooLarge} />
          <ColorField locked={lockedHint("accent_color")} />
          <OrdinarySettings connection={connection} group="branding" />
        </div>
        <PreviewFrame
          id={connection.id}
          branding={changesOf(toUpdate(form.watch()), toUpdate(values))}
          attempt={form.formState.submitCount}
          onAnswer={onAnswer}
        />
      </div>
    </SettingForm>
  )
}

/** Nothing in the preview can be pressed or focused. React 18 has no `inert` prop, so it is an attribute. */
const PICTURE = { inert: "", tabIndex: -1, sandbox: "" }

/**
 * @param attempt how often the person pressed Save: if the form stops a save, it forgets what the server refused
 * @param onAnswer called with the error if the server refuses a value, and without one if it accepts them
 */
type PreviewProps = { id: string; branding: PayPageBranding; attempt: number; onAnswer: (refused?: unknown) => void }

/** The real pay page of an example payment. The frame's sandbox keeps it from accessing the admin. */
function PreviewFrame(props: PreviewProps) {
  const { t } = useTexts()
  const { page, isOld } = usePreview(props)
  const title = t("settings.branding.preview")
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" weight="plus">
        {title}
      </Label>
      <div role="status" className="empty:hidden">
        {isOld && <Hint>{t("settings.branding.previewOld")}</Hint>}
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

/** The preview without the values that the server refused: one that is half typed must not hold up the others. */
async function previewWithout(id: string, branding: PayPageBranding, refused: unknown) {
  const wrong = failureOf(refused).fields?.map(({ field }) => field) ?? []
  if (wrong.length === 0) throw refused
  const rest = Object.fromEntries(Object.entries(branding).filter(([field]) => !wrong.includes(field)))
  return { ...(await previewPayPage(id, rest)), refused }
}

/** Keeps the last page while the next one loads. `isOld`: the server was not reached. */
function usePreview({ id, branding, attempt, onAnswer }: PreviewProps) {
  const [preview, setPreview] = useState<{ page?: string; isOld: boolean }>({ isOld: false })
  const latest = useRef(onAnswer)
  useEffect(() => {
    latest.current = onAnswer
  })
  const request = JSON.stringify({ branding, attempt })
  useEffect(() => {
    let wanted = true
    const load = async () => {
      const { branding }: Pick<PreviewProps, "branding"> = JSON.parse(request)
      const answer = await previewPayPage(id, branding)
        .then(({ page }) => ({ page, refused: undefined }))
        .catch((refused: unknown) => previewWithout(id, branding, refused))
        .catch(() => undefined)
      if (!wanted) return
      if (answer) {
        setPreview({ page: answer.page, isOld: false })
        latest.current(answer.refused)
      } else setPreview((before) => ({ ...before, isOld: true }))
    }
    const timer = setTimeout(load, PREVIEW_AFTER_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [id, request])
  return preview
}

type Locked = { locked?: string }
type LogoProps = Locked & { isTooLarge: boolean; setTooLarge: (is: boolean) => void }

/** The server's limit; see core/connection/branding.ts. */
const MAX_BYTES = 64 * 1024
const IMAGES = "image/png,image/jpeg,image/webp,image/svg+xml"

/** @param logo the file name on the server, or the file that was just chosen as a data URI */
const urlOf = (logo: string): string => (logo.startsWith("data:") ? logo : onServer(`/crypto-payments/logo/${logo}`))

/** On white, as on the dark pay page. */
export const LogoImage = ({ logo }: { logo: string }) => (
  <img
    src={urlOf(logo)}
    alt={useTexts().t("settings.fields.logo.label")}
    className="shadow-borders-base h-10 max-w-40 rounded-md bg-white object-contain p-1"
  />
)

const dataUriOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** Reads the image in the browser; the form sends it as a data URI. */
function LogoField({ locked, isTooLarge, setTooLarge }: LogoProps) {
  const { t } = useTexts()
  const { labelOf, hintOf } = useSettingWords()
  const { setError, clearErrors } = useFormContext<{ logo: string }>()
  const read = async (input: HTMLInputElement, onChange: (logo: string) => void) => {
    const [file] = input.files ?? []
    if (!file) return
    clearErrors("logo")
    setTooLarge(file.size > MAX_BYTES)
    if (file.size > MAX_BYTES) setError("logo", { message: t("settings.branding.tooLarge") })
    else onChange(await dataUriOf(file))
    // Without this, choosing the same file again, for example after making it smaller, fires no event.
    input.value = ""
  }
  return (
    <Field name="logo" label={labelOf("logo")} hint={hintOf("logo")} locked={locked}>
      {({ value, onChange, ref }, control) => (
        <div className="flex flex-wrap items-center gap-3">
          {value && <LogoImage logo={value} />}
          <input
            {...control}
            ref={ref}
            type="file"
            accept={IMAGES}
            onChange={({ target }) => read(target, onChange)}
            // Hides the browser's text ("No file chosen"), which would be wrong if a logo is stored.
            className="txt-compact-small focus-visible:shadow-borders-interactive-with-focus file:shadow-buttons-neutral file:bg-ui-button-neutral file:text-ui-fg-base w-36 rounded-md text-transparent outline-none file:m-0.5 file:cursor-pointer file:rounded-md file:border-0 file:px-2 file:py-1 file:font-medium disabled:opacity-50"
          />
          {(value || isTooLarge) && !control.disabled && (
            <Button
              size="small"
              variant="transparent"
              type="button"
              onClick={() => {
                clearErrors("logo")
                // The first press only forgets a file that was refused.
                if (isTooLarge) setTooLarge(false)
                else onChange("")
              }}
            >
              {t("settings.branding.remove")}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

/** The pay page's default color, which the picker shows first. */
const DEFAULT_COLOR = "#14171c"

function ColorField({ locked }: Locked) {
  const { t } = useTexts()
  const { labelOf, hintOf } = useSettingWords()
  return (
    <Field name="accent_color" label={labelOf("accent_color")} hint={hintOf("accent_color")} locked={locked}>
      {(field, control) => (
        <div className="flex items-center gap-x-2">
          <input
            type="color"
            aria-label={t("settings.branding.pick")}
            value={/^#[0-9a-f]{6}$/i.test(field.value) ? field.value : DEFAULT_COLOR}
            disabled={control.disabled}
            onChange={({ target }) => field.onChange(target.value)}
            className="h-8 w-10 shrink-0 cursor-pointer rounded-md bg-transparent"
          />
          <div className="flex-1">
            <Input {...control} {...field} placeholder={DEFAULT_COLOR} autoComplete="off" spellCheck={false} />
          </div>
        </div>
      )}
    </Field>
  )
}
