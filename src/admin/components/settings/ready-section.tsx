import { CheckCircleSolid, CircleDottedLine } from "@medusajs/icons"
import { Button, Text, toast, usePrompt } from "@medusajs/ui"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { useOneAtATime } from "../../lib/hooks"
import { useMay, useUpdateConnection } from "../../lib/queries"
import { QuietText, Section } from "../common/section"
import { FixLink } from "./overview-section"
import { drawerOf, isConfigured } from "./setting-form"

type Item = ConnectionView["checklist"][number]

/** What is done and what is left to do before the store sells. */
export function ReadySection({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  return (
    <Section title={t("settings.ready.title")} subtitle={t("settings.ready.subtitle")}>
      <ul aria-label={t("settings.ready.title")} className="divide-y">
        {connection.checklist.map((item) => (
          <Step key={item.step} item={item} connection={connection} />
        ))}
      </ul>
    </Section>
  )
}

function Step({ item: { step, done, code, words }, connection }: { item: Item; connection: ConnectionView }) {
  const { t } = useTexts()
  const mayChange = useMay()("crypto_connection:update")
  const title = t(`settings.ready.steps.${step}`)
  const fix = placeOf(code, connection)
  const Icon = done ? CheckCircleSolid : CircleDottedLine
  return (
    <li className="flex items-start gap-x-3 px-6 py-3">
      <span className="shrink-0 pt-0.5">
        <Icon aria-hidden="true" className={done ? "text-ui-tag-green-icon" : "text-ui-tag-orange-icon"} />
        <span className="sr-only">{t(`settings.ready.${done ? "done" : "open"}`)}</span>
      </span>
      <div className="flex min-w-0 flex-col gap-y-0.5">
        <Text size="small" weight="plus">
          {title}
        </Text>
        {code !== null && (
          <QuietText className="text-pretty">
            {t(textOf(code), { provider: connection.provider_id, words: words?.join(", "), defaultValue: code })}{" "}
            {fix && <FixLink to={fix} problem={title} />}
          </QuietText>
        )}
        {code === "unknown_status" &&
          mayChange &&
          words?.map((word) => <AcceptWord key={word} word={word} connection={connection} />)}
      </div>
    </li>
  )
}

/** Adds a status word to the cleared ones, or says what to write into medusa-config if they are set there. */
function AcceptWord({ word, connection }: { word: string; connection: ConnectionView }) {
  const { t, messageOf } = useTexts()
  const prompt = usePrompt()
  const update = useUpdateConnection(connection.id)
  const oneAtATime = useOneAtATime()
  const { cleared_statuses } = connection
  const words = [...(cleared_statuses.value ?? []), word]
  if (isConfigured(cleared_statuses)) {
    const values = { option: cleared_statuses.option, value: JSON.stringify(words) }
    return <QuietText className="text-pretty">{t("settings.ready.acceptConfigured", values)}</QuietText>
  }
  const accept = async () => {
    const confirmed = await prompt({
      variant: "confirmation",
      title: t("settings.ready.acceptTitle", { word }),
      description: t("settings.ready.acceptText"),
      confirmText: t("settings.ready.accept", { word }),
      cancelText: t("form.cancel"),
    })
    if (!confirmed) return
    try {
      await update.mutateAsync({ cleared_statuses: words })
      toast.success(t("settings.ready.accepted", { word }))
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <Button
      size="small"
      variant="secondary"
      className="mt-1 self-start"
      isLoading={update.isPending}
      onClick={() => oneAtATime(accept)}
    >
      {t("settings.ready.accept", { word })}
    </Button>
  )
}

/** The key of the text that says why a step is open and what to do. Other parts of the page use some of these too. */
function textOf(code: string): string {
  if (code === "never_canceled") return "settings.checkout.unpaidOff"
  const ofService = code === "credentials_broken" || code === "store_disabled"
  return ofService ? `settings.health.statusHint.${code}` : `settings.ready.codes.${code}`
}

/** The page or drawer for the step; undefined if medusa-config sets the value. */
function placeOf(code: Item["code"], { endpoint_secret, unpaid_order_minutes }: ConnectionView): string | undefined {
  if (code === "no_region") return "/settings/regions"
  if (code === "never_canceled" && !isConfigured(unpaid_order_minutes)) return drawerOf("unpaid_order_minutes")
  if (code === "unknown_status" || code === "status_not_cleared") return drawerOf("unpaid_statuses")
  if (code === "no_contact") return drawerOf("support_link")
  const ofSecret = code === "signature_mismatch" || code === "endpoint_secret_missing" || code === "no_secret"
  return ofSecret && !isConfigured(endpoint_secret) ? drawerOf("endpoint_secret") : undefined
}
