import { Button, Input } from "@medusajs/ui"
import { useFormContext } from "react-hook-form"
import { useSettingWords, useTexts } from "../../lib/format"
import { BACKEND_URL } from "../../lib/server"
import { Field } from "../common/fields"

type Locked = { locked?: string }

/** The server's limit; see core/connection/logo.ts. */
const MAX_BYTES = 64 * 1024
const IMAGES = "image/png,image/jpeg,image/webp,image/svg+xml"

/** @param logo the file name on the server, or the file that was just chosen as a data URI */
const urlOf = (logo: string): string =>
  logo.startsWith("data:") ? logo : `${BACKEND_URL.replace(/\/$/, "")}/crypto-payments/logo/${logo}`

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
export function LogoField({ locked }: Locked) {
  const { t } = useTexts()
  const { labelOf, hintOf } = useSettingWords()
  const { setError, clearErrors } = useFormContext<{ logo: string }>()
  const read = async (input: HTMLInputElement, onChange: (logo: string) => void) => {
    const [file] = input.files ?? []
    if (!file) return
    clearErrors("logo")
    if (file.size > MAX_BYTES) setError("logo", { message: t("settings.look.tooLarge") })
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
          {value && !control.disabled && (
            <Button
              size="small"
              variant="transparent"
              type="button"
              onClick={() => {
                clearErrors("logo")
                onChange("")
              }}
            >
              {t("settings.look.remove")}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

/** The pay page's default color, which the picker shows first. */
const PLAIN = "#14171c"

export function ColorField({ locked }: Locked) {
  const { t } = useTexts()
  const { labelOf, hintOf } = useSettingWords()
  return (
    <Field name="accent_color" label={labelOf("accent_color")} hint={hintOf("accent_color")} locked={locked}>
      {(field, control) => (
        <div className="flex items-center gap-x-2">
          <input
            type="color"
            aria-label={t("settings.look.pick")}
            value={/^#[0-9a-f]{6}$/i.test(field.value) ? field.value : PLAIN}
            disabled={control.disabled}
            onChange={({ target }) => field.onChange(target.value)}
            className="h-8 w-10 shrink-0 cursor-pointer rounded-md bg-transparent"
          />
          <div className="flex-1">
            <Input {...control} {...field} placeholder={PLAIN} autoComplete="off" spellCheck={false} />
          </div>
        </div>
      )}
    </Field>
  )
}
