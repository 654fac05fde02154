import { ArrowUpRightOnBox } from "@medusajs/icons"
import { Copy, IconButton, Text, Tooltip } from "@medusajs/ui"
import { correction, generate } from "lean-qr"
import type { PropsWithChildren } from "react"
import { Trans } from "react-i18next"
import type { AssetName, PaymentDetail, PaymentView } from "../../../api/admin/crypto-payments/contract"
import { markOf } from "../../../core/assets/marks"
import { ASSET_FACTS, type Asset, type EvmChain, networkName } from "../../../core/assets/registry"
import { cryptoText, useDates, useTexts } from "../../lib/format"
import { useConnectionName, useMay } from "../../lib/queries"

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
export function ServicePaymentIds({ ids }: { ids: string[] }) {
  const { t } = useTexts()
  const label = t("payment.facts.copy.id", { name: t("payment.details.paymentId") })
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
