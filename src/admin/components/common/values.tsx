import { ArrowUpRightOnBox } from "@medusajs/icons"
import { Badge, Copy, clx, IconButton, StatusBadge, Text, Tooltip } from "@medusajs/ui"
import { correction, generate } from "lean-qr"
import type { ComponentProps, PropsWithChildren } from "react"
import { Trans } from "react-i18next"
import { Link } from "react-router-dom"
import type {
  AssetName,
  ConnectionView,
  EventState,
  OrderRef,
  PaymentDetail,
  PaymentView,
} from "../../../api/admin/crypto-payments/contract"
import { markOf } from "../../../core/assets/marks"
import { ASSET_FACTS, type Asset, type EvmChain, networkName } from "../../../core/assets/registry"
import { type ListedState, listedState } from "../../../core/payment/lifecycle"
import { cryptoText, useDates, useTexts } from "../../lib/format"
import { useConnectionName, useMay } from "../../lib/queries"
import { BACKEND_URL } from "../../lib/server"

export const CopyAmount = ({ amount }: { amount: string }) => (
  <Copy
    content={amount}
    variant="mini"
    aria-label={useTexts().t("payment.facts.copy.amount")}
    className="text-ui-fg-subtle rounded"
  />
)

type WhenProps = {
  /** ISO 8601. */
  at: string
  /** Shows how long ago it was, with the date in the tooltip; without it, the date with the age in the tooltip. */
  relative?: boolean
}

export function When({ at, relative = false }: WhenProps) {
  const { dateText, agoText } = useDates()
  const date = dateText(at)
  const ago = agoText(at)
  return (
    <Tooltip content={relative ? date : ago}>
      <time dateTime={at} className="whitespace-nowrap">
        {relative ? ago : date}
      </time>
    </Tooltip>
  )
}

type DatedTextProps = WhenProps & { name: string; values?: Record<string, string | null> }

/** A text with a date in place of `<when />` or `<until />`. */
export function DatedText({ name, values, ...date }: DatedTextProps) {
  const { t } = useTexts()
  const when = <When {...date} />
  return (
    <span className="text-pretty">
      <Trans t={t} i18nKey={name} values={values} components={{ when, until: when }} />
    </span>
  )
}

export const Code = ({ children }: PropsWithChildren) => (
  <code className="text-ui-fg-base min-w-0 break-words font-mono text-xs leading-5">{children}</code>
)

/** Text with a button that copies it. `label` is the button's name. */
export const Copyable = ({ content, label }: { content: string; label: string }) => (
  <span className="flex min-w-0 max-w-full items-start gap-x-2">
    <Code>{content}</Code>
    <Copy content={content} variant="mini" aria-label={label} className="text-ui-fg-subtle mt-0.5 shrink-0 rounded" />
  </span>
)

/** The possible ids of an event's payment at the service, to compare with the merchant dashboard. */
export function ExternalPaymentIds({ ids }: { ids: string[] }) {
  const { t } = useTexts()
  const label = t("payment.facts.copy.id", { name: t("payment.details.externalId") })
  return (
    <span className="flex min-w-0 flex-col gap-y-1">
      {ids.map((id) => (
        <Copyable key={id} content={id} label={label} />
      ))}
    </span>
  )
}

type OnChainProps = {
  /** An address or a transaction id. */
  value: string
  label: string
  explorer?: { url: string | null; label: string }
}

export function OnChain({ value, label, explorer }: OnChainProps) {
  const { t } = useTexts()
  return (
    <span className="flex min-w-0 items-start gap-x-1">
      <Copyable content={value} label={label} />
      {explorer?.url && (
        <Tooltip content={explorer.label}>
          <IconButton asChild size="2xsmall" variant="transparent" className="shrink-0">
            <a
              href={explorer.url}
              target="_blank"
              rel="noreferrer"
              aria-label={`${explorer.label} (${t("payment.facts.opensNewTab")})`}
            >
              <ArrowUpRightOnBox />
            </a>
          </IconButton>
        </Tooltip>
      )}
    </span>
  )
}

/** Screen readers skip it, because the asset's name is next to it. */
export function AssetIcon({ asset }: { asset: string }) {
  const mark = markOf(asset)
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="h-5 w-5 shrink-0">
      <circle cx="12" cy="12" r="12" fill={mark.color} />
      {"path" in mark ? (
        <path d={mark.path} fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      ) : (
        <text x="12" y="16" textAnchor="middle" fontSize="12" fill="#fff">
          {mark.letter}
        </text>
      )}
    </svg>
  )
}

export const CryptoAmount = ({ payment }: { payment: PaymentView }) => (
  <div className="flex items-center gap-x-1.5">
    <AssetIcon asset={payment.asset} />
    <bdi>{cryptoText(payment.pay_amount)}</bdi>
    <Text as="span" size="xsmall" className="text-ui-fg-subtle">
      {networkName(payment.chain)}
    </Text>
  </div>
)

export const ConnectionName = ({ id }: { id: string }) => useConnectionName()(id)

/** Asset and network of a name such as "USDC:base". Without a network it means every network of the asset. */
export const partsOf = (name: AssetName): [asset: Asset, chain?: EvmChain] =>
  name.split(":") as [asset: Asset, chain?: EvmChain]

/** The networks of an asset, by the service's names. */
export function networksOf(asset: Asset): readonly string[] {
  const { chains, ownChain } = ASSET_FACTS[asset]
  return ownChain ? [ownChain] : chains
}

/** Says that the store's retention time deleted a value, and after how many days. */
export function Deleted({ since, at }: { since: string; at: string }) {
  const { t } = useTexts()
  const days = Math.floor((new Date(at).getTime() - new Date(since).getTime()) / 86_400_000)
  return <span className="txt-small text-ui-fg-muted">{t("payment.deletedAfter", { days })}</span>
}

/** A short text as a QR code, black on white in the dark theme too, with the margin that scanners need (ISO/IEC 18004). */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, get } = generate(text, { minCorrectionLevel: correction.M })
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (get(x, y) ? `M${x} ${y}.5h1` : "")).join(""),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className="h-48 w-48 shrink-0 rounded-md bg-white"
    >
      <path stroke="#000" d={rows.join("")} />
    </svg>
  )
}

/** "Send back $15.50 USD = 0.19375 LTC", for a role that may record it; with a button that copies the crypto amount. */
export function SendBack({ sendBack }: { sendBack: PaymentDetail["send_back"] }) {
  const { t, fiat } = useTexts()
  const mayRecord = useMay()("crypto_payout:create")
  if (!sendBack || !mayRecord) return null
  const { amount, crypto } = sendBack
  return (
    <div className="txt-compact-small-plus text-ui-fg-base flex flex-wrap items-center gap-x-2">
      {t("attention.sendBack", { amount: fiat(amount), crypto: cryptoText(crypto) })}
      <CopyAmount amount={crypto.display} />
    </div>
  )
}

/** The contrast of Medusa's blue for links is too low for small text on white: 3.7:1, and WCAG 1.4.3 requires 4.5:1. */
export const QUIET_LINK =
  "text-ui-fg-base underline decoration-ui-border-strong underline-offset-4 hover:decoration-current focus-visible:shadow-borders-focus rounded outline-none"

type QuietLinkProps = PropsWithChildren<{ to: string; label?: string; className?: string }>

/** A link beside other values. In a table, a click on it does not also click the row. */
export const QuietLink = ({ to, label, className, children }: QuietLinkProps) => (
  <Link to={to} onClick={(event) => event.stopPropagation()} aria-label={label} className={clx(QUIET_LINK, className)}>
    {children}
  </Link>
)

export const orderNumber = ({ id, display_id }: OrderRef): string => (display_id === null ? id : `#${display_id}`)

export function OrderLink({ order }: { order: OrderRef }) {
  const { t } = useTexts()
  const number = orderNumber(order)
  return (
    <QuietLink to={`/orders/${order.id}`} label={t("payments.openOrder", { order: number })}>
      {number}
    </QuietLink>
  )
}

/** Makes a URL absolute. A path belongs to the Medusa server, whose address may have another origin and a path too. */
export const onServer = (url: string): string =>
  new URL(url.startsWith("/") ? BACKEND_URL.replace(/\/$/, "") + url : url, window.location.href).href

type Color = ComponentProps<typeof StatusBadge>["color"]

/** Medusa's badge lets its dot shrink, and has its space always on the right. */
export const StateBadge = ({ color, children }: PropsWithChildren<{ color: Color }>) => (
  <StatusBadge color={color} className="whitespace-nowrap rtl:pl-1 rtl:pr-0 [&>div]:shrink-0">
    {children}
  </StatusBadge>
)

const PAYMENT_COLORS: Record<ListedState, Color> = {
  awaiting_payment: "orange",
  seen: "blue",
  expired: "grey",
  completed: "blue",
  attention: "red",
  settled: "green",
  closed: "grey",
}
/** What the list can be filtered by. */
export const PAYMENT_STATUSES = Object.keys(PAYMENT_COLORS) as ListedState[]

type ShownPayment = Parameters<typeof listedState>[0] & Pick<PaymentView, "unclear" | "remote_status">

/** A badge has room for a word. */
const MAX_WORD = 24

export function PaymentStatusBadge({ payment }: { payment: ShownPayment }) {
  const { t } = useTexts()
  const shown = listedState(payment)
  if (shown === "seen" && payment.unclear) {
    const word = payment.remote_status?.slice(0, MAX_WORD)
    return (
      <StateBadge color="orange">
        <span>
          {t("payment.status.unclear")}
          {word && ": "}
          <bdi>{word}</bdi>
        </span>
      </StateBadge>
    )
  }
  return <StateBadge color={PAYMENT_COLORS[shown]}>{t(`payment.status.${shown}`)}</StateBadge>
}

const EVENT_COLORS: Record<EventState, Color> = {
  received: "blue",
  processed: "green",
  ignored: "grey",
  unmatched: "orange",
  failed: "red",
  closed: "grey",
}

export const EventBadge = ({ state }: { state: EventState }) => (
  <StateBadge color={EVENT_COLORS[state]}>{useTexts().t(`settings.webhook.state.${state}`)}</StateBadge>
)

export const TestBadge = () => (
  <Badge size="2xsmall" color="orange" className="whitespace-nowrap">
    {useTexts().t("payments.modes.test")}
  </Badge>
)

/** Marks a payment that was sent back, all or in part. */
export function PaidOutBadge({ payment: { amount, paid_out } }: { payment: PaymentView }) {
  const { t, fiat } = useTexts()
  if (!paid_out) return null
  const all = BigInt(paid_out.minor) >= BigInt(amount.minor)
  return (
    <Tooltip content={t("payments.paidOut.hint", { sent: fiat(paid_out), amount: fiat(amount) })}>
      <Badge size="2xsmall" color={all ? "grey" : "orange"} className="whitespace-nowrap">
        {t(`payments.paidOut.${all ? "all" : "part"}`)}
      </Badge>
    </Tooltip>
  )
}

/** Marks an unpaid payment whose quote shoppers no longer see. */
export function SupersededBadge({ payment }: { payment: PaymentView }) {
  const { t } = useTexts()
  if (!payment.superseded || payment.completed_at !== null) return null
  const name = payment.withdrawn ? "withdrawn" : "superseded"
  return (
    <Tooltip content={t(`payments.${name}Hint`)}>
      <Badge size="2xsmall" className="whitespace-nowrap">
        {t(`payments.${name}`)}
      </Badge>
    </Tooltip>
  )
}

type ConnectionProps = { connection: ConnectionView }

/** Green if every step of the checklist is done. */
export function ReadyBadge({ connection: { ready, problems, checklist } }: ConnectionProps) {
  const { t } = useTexts()
  if (!ready) {
    return <StateBadge color={problems.length > 0 ? "red" : "orange"}>{t("settings.status.notReady")}</StateBadge>
  }
  const done = checklist.filter((item) => item.done).length
  if (done === checklist.length) return <StateBadge color="green">{t("settings.status.ready")}</StateBadge>
  return <StateBadge color="orange">{t("settings.ready.progress", { done, all: checklist.length })}</StateBadge>
}

const HEALTH_COLORS = { unknown: "grey", working: "green", keys_refused: "red", store_disabled: "red" } as const

export const HealthBadge = ({ connection: { health } }: ConnectionProps) => (
  <StateBadge color={HEALTH_COLORS[health.status]}>
    {useTexts().t(`settings.health.status.${health.status}`)}
  </StateBadge>
)

const MODE_COLORS = { test: "orange", live: "green", unknown: "grey" } as const

export const modeOf = ({ test_mode }: ConnectionView): keyof typeof MODE_COLORS =>
  test_mode === null ? "unknown" : test_mode ? "test" : "live"

export function ModeBadge({ connection }: ConnectionProps) {
  const { t } = useTexts()
  const mode = modeOf(connection)
  return (
    <Badge size="2xsmall" color={MODE_COLORS[mode]} className="whitespace-nowrap">
      {t(`settings.mode.${mode}`)}
    </Badge>
  )
}
