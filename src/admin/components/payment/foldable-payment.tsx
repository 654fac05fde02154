import { ArrowUpRightMini, TriangleRightMini } from "@medusajs/icons"
import { Badge, clx, Heading, IconButton, Text } from "@medusajs/ui"
import { type PropsWithChildren, useState } from "react"
import type { PaymentDetail, PaymentView } from "../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../core/assets/registry"
import { cryptoText, useTexts } from "../../lib/format"
import { usePayment } from "../../lib/queries"
import { AttentionBox } from "../attention/attention-entry"
import { SectionRows } from "../common/section"
import {
  AssetIcon,
  CopyAmount,
  OnChain,
  onServer,
  PaidOutBadge,
  PaymentStatusBadge,
  QUIET_LINK,
  QuietLink,
  SupersededBadge,
  TestBadge,
  When,
} from "../common/values"
import { PaymentActions } from "./actions/payment-actions"
import { hasPayouts, Payouts } from "./payouts"
import { Timeline } from "./timeline"

type FoldableProps = { payment: PaymentView; canFold: boolean; isNarrow: boolean }

/** One payment on its order's page. An unpaid one that a newer quote replaced is folded, and on a phone each one. */
export function FoldablePayment({ payment, canFold, isNarrow }: FoldableProps) {
  const { t } = useTexts()
  const isReplaced = payment.superseded && payment.completed_at === null
  const [isOpen, setOpen] = useState(!canFold || !(isNarrow || isReplaced))
  const { data } = usePayment(payment.id, isOpen)
  const detail = data?.payment
  const shown = detail ?? payment
  const content = `payment-${payment.id}`
  const fold = canFold ? { isOpen, toggle: () => setOpen(!isOpen), controls: content } : null

  return (
    <div className="divide-y">
      <div className="flex flex-col gap-y-3 px-6 py-4">
        <div className="flex items-center justify-between gap-x-4">
          <Title payment={shown} fold={fold} />
          {isOpen && detail && <PaymentActions payment={detail} actions={detail.actions} />}
        </div>
        <PaymentBadges payment={shown} />
      </div>
      {isOpen && (
        <div id={content} className="divide-y">
          {detail && <AttentionBox payment={detail} />}
          <PaymentRows payment={shown} detail={detail} />
          {detail && (
            <Part title={t("payment.timeline.title")}>
              <Timeline entries={detail.timeline} />
            </Part>
          )}
          {detail && hasPayouts(detail) && (
            <Part title={t("payment.payouts.title")}>
              <Payouts payment={detail} />
            </Part>
          )}
        </div>
      )}
    </div>
  )
}

const Part = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <div>
    <Heading level="h3" className="px-6 pt-4">
      {title}
    </Heading>
    {children}
  </div>
)

type TitleProps = { payment: PaymentView; fold: null | { isOpen: boolean; toggle: () => void; controls: string } }

function Title({ payment, fold }: TitleProps) {
  const { t, fiat } = useTexts()
  const paid = cryptoText(payment.pay_amount)
  return (
    <div className="flex min-w-0 items-center gap-x-3">
      {fold && (
        <IconButton
          size="2xsmall"
          variant="transparent"
          onClick={fold.toggle}
          aria-expanded={fold.isOpen}
          aria-controls={fold.isOpen ? fold.controls : undefined}
          aria-label={t("order.show", { paid })}
        >
          <TriangleRightMini className={clx("transition-transform", fold.isOpen ? "rotate-90" : "rtl:rotate-180")} />
        </IconButton>
      )}
      <AssetIcon asset={payment.asset} />
      <div className="min-w-0">
        <QuietLink
          to={`/crypto-payments/${payment.id}`}
          label={t("order.open", { paid })}
          className="txt-compact-small-plus"
        >
          <bdi>{paid}</bdi>
        </QuietLink>
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          <bdi>{fiat(payment.amount)}</bdi>
        </Text>
      </div>
    </div>
  )
}

export const PaymentBadges = ({ payment }: { payment: PaymentView }) => (
  <div className="flex flex-wrap items-center gap-2">
    {payment.test_mode && <TestBadge />}
    <SupersededBadge payment={payment} />
    <PaidOutBadge payment={payment} />
    <PaymentStatusBadge payment={payment} />
  </div>
)

/** Only a cheap unit needs all decimals. The others get those of the amount, or at most two, as on the pay page. */
function shortRate(rate: string, amount: string): string {
  const places = amount.split(".")[1]?.length
  if (Number(rate) < 10) return rate
  return places ? Number(rate).toFixed(places) : String(Number(Number(rate).toFixed(2)))
}

/** The quote, the address and the confirmations of a payment, and with its detail what its order still owes. */
export function PaymentRows({ payment, detail }: { payment: PaymentView; detail?: PaymentDetail }) {
  const { t, fiat } = useTexts()
  const { asset, amount, rate, quote_expires_at } = payment
  const isOver = new Date(quote_expires_at) <= new Date()
  const price = fiat({ minor: "", display: shortRate(rate, amount.display), currency: amount.currency })
  const network = (
    <span className="flex flex-wrap items-center gap-2">
      {t("payment.onNetwork", { asset, network: networkName(payment.chain) })}
      <Badge size="2xsmall" color={payment.test_mode ? "orange" : "green"}>
        {t(payment.test_mode ? "payment.facts.testNetwork" : "payment.facts.mainNetwork")}
      </Badge>
    </span>
  )
  const explorer = { url: payment.explorer_url, label: t("payment.facts.explorer") }
  return (
    <div className="divide-y">
      <SectionRows
        rows={{
          "payments.fields.amount": fiat(amount),
          "payment.facts.outstanding":
            payment.completed_at !== null && detail?.outstanding ? fiat(detail.outstanding) : undefined,
          "payment.facts.pay": <ExactAmount payment={payment} />,
          "payment.facts.network": network,
          "payment.facts.address": (
            <OnChain value={payment.address} label={t("payment.facts.copy.address")} explorer={explorer} />
          ),
          "payment.facts.rate": t("payment.facts.rateValue", { asset, price }),
          [isOver ? "payment.facts.quoteOver" : "payment.facts.quote"]: payment.completed_at === null && (
            <When at={quote_expires_at} />
          ),
          [`payment.facts.${payment.unclear ? "unclear" : "seen"}`]: payment.seen && payment.seen_at !== null && (
            <When at={payment.seen_at} />
          ),
          "payment.facts.confirmations": String(payment.confirmations),
          "payment.facts.payPage": detail && <PayPageLink url={detail.pay_url} />,
        }}
      />
    </div>
  )
}

function ExactAmount({ payment: { asset, pay_amount: pay } }: { payment: PaymentView }) {
  return (
    <span className="flex items-center gap-x-2">
      <AssetIcon asset={asset} />
      <bdi>
        <span className="text-ui-fg-base">{pay.display}</span> {pay.asset}
      </bdi>
      <CopyAmount amount={pay.display} />
    </span>
  )
}

/** A link out of the admin, which opens a new tab and says so. */
function PayPageLink({ url }: { url: string }) {
  const { t } = useTexts()
  const text = t("payment.facts.openPayPage")
  return (
    <a
      href={onServer(url)}
      target="_blank"
      rel="noreferrer"
      aria-label={`${text} (${t("payment.facts.opensNewTab")})`}
      className={clx(QUIET_LINK, "flex items-center gap-x-1")}
    >
      {text}
      <ArrowUpRightMini />
    </a>
  )
}
