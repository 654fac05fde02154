import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Envelope, Link as LinkIcon } from "@medusajs/icons"
import { Button, Container, Heading, toast, usePrompt } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { useNavigate } from "react-router-dom"
import type { PaymentLinkView, PaymentView } from "../../api/admin/crypto-payments/contract"
import type { AdminErrorCode } from "../../core/text/admin-errors"
import { QuietText, SectionRow, SectionText, useIsNarrow } from "../components/common/section"
import { Copyable, onServer, PaymentStatusBadge, StateBadge } from "../components/common/values"
import { FoldablePayment } from "../components/payment/foldable-payment"
import { useTexts } from "../lib/format"
import {
  useConvertDraft,
  useCreatePaymentLink,
  useMay,
  useOneAtATime,
  usePaymentLink,
  usePaymentsOfOrder,
} from "../lib/queries"
import { refusalText } from "../lib/server"

/** The crypto payments of an order or draft order and its payment link, on its page. Shows nothing for other orders. */
function OrderCryptoPayments({ data: order }: { data: AskedOrder }) {
  const { t } = useTexts()
  const isNarrow = useIsNarrow()
  const view = usePaymentLink(order.id).data?.payment_link
  const found = usePaymentsOfOrder(order.id)
  const mayAsk = useMay()("crypto_payment_link:create")
  // Payments that need attention come first.
  const payments = [...found].sort((a, b) => Number(b.attention !== null) - Number(a.attention !== null))
  if (payments.length === 0 && !view?.link && !(view && mayAsk && canBeAsked(view))) return null

  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("order.title", { count: Math.max(1, payments.length) })}
      </Heading>
      {view && <PaymentLink order={order} view={view} held={payments.find(({ status }) => status === "attention")} />}
      {payments.map((payment) => (
        <FoldablePayment
          key={payment.id}
          payment={payment}
          canFold={isNarrow || payments.length > 1}
          isNarrow={isNarrow}
        />
      ))}
    </Container>
  )
}

// In the main column the widget would be below the order's raw data, where few people look.
export const config = defineWidgetConfig({ zone: ["order.details.side.after", "draft_order.details.side.after"] })

export default OrderCryptoPayments

/** The order whose payment the link asks for, as Medusa's order page passes it. */
type AskedOrder = { id: string; display_id?: number | null; email?: string | null }
type Link = NonNullable<PaymentLinkView["link"]>

const COLORS: Record<Link["state"], ComponentProps<typeof StateBadge>["color"]> = {
  open: "orange",
  unavailable: "red",
  waiting: "orange",
  confirming: "blue",
  unclear: "orange",
  paid: "green",
  nothing_owed: "grey",
  canceled: "grey",
}

type Props = {
  order: AskedOrder
  view: PaymentLinkView
  /** The order's payment whose money arrived and waits for a person. */
  held?: PaymentView
}

/** A draft order can be asked for once it is converted. */
const isDraft = ({ refusal }: PaymentLinkView): boolean => refusal === "order_is_draft"

const canBeAsked = (view: PaymentLinkView): boolean => view.can_ask || isDraft(view)

/** The payment link of an order, or the button that makes one, or why the order cannot be asked. */
function PaymentLink({ order, view, held }: Props) {
  const { outstanding, can_ask, link, refusal } = view
  const { t, fiat } = useTexts()
  const mayAsk = useMay()("crypto_payment_link:create")
  const ask = outstanding && mayAsk && canBeAsked(view) && (
    <AskForPayment orderId={order.id} outstanding={fiat(outstanding)} isDraft={isDraft(view)} />
  )
  const whyNot = outstanding && !canBeAsked(view) && refusal !== null && (
    <SectionText>{refusalText(t, refusal as AdminErrorCode)}</SectionText>
  )
  if (!link) return ask || whyNot || null
  // Money that is on its way, or that has arrived and is not on the order yet, must not be asked for again.
  const isAsking = outstanding && can_ask && ["open", "waiting"].includes(link.state)
  const url = onServer(link.url)
  return (
    <div className="divide-y">
      <SectionRow
        title={t("order.link.title")}
        value={
          // For the shopper this payment is paid, so the link's state is too.
          held && link.state === "paid" ? (
            <PaymentStatusBadge payment={held} />
          ) : (
            <StateBadge color={COLORS[link.state]}>{t(`order.link.state.${link.state}`)}</StateBadge>
          )
        }
      />
      {link.state === "unavailable" && ask}
      {whyNot}
      {isAsking && (
        <div className="flex flex-col items-start gap-y-3 px-6 py-4">
          <QuietText>{t("order.link.asksFor", { amount: fiat(outstanding) })}</QuietText>
          <Copyable content={url} label={t("order.link.copy")} />
          <Button asChild size="small" variant="secondary">
            <a href={mailOf(t, order, { url, amount: fiat(outstanding) })}>
              <Envelope />
              {t("order.link.mail")}
            </a>
          </Button>
        </div>
      )}
    </div>
  )
}

/** A `mailto:` link (RFC 6068) to the admin's mail program, so that a person reads the mail before it is sent. */
function mailOf(
  t: ReturnType<typeof useTexts>["t"],
  order: AskedOrder,
  { url, amount }: { url: string; amount: string },
) {
  const about = { order: `#${order.display_id ?? order.id}`, amount }
  const subject = encodeURIComponent(t("order.link.mailSubject", about))
  const body = encodeURIComponent(`${t("order.link.mailBody", about)}\r\n\r\n${url}\r\n`)
  return `mailto:${encodeURIComponent(order.email ?? "")}?subject=${subject}&body=${body}`
}

/** The button that makes the link; of a draft it makes an order first, once the person agrees. */
function AskForPayment({ orderId, outstanding, isDraft }: { orderId: string; outstanding: string; isDraft: boolean }) {
  const { t, messageOf } = useTexts()
  const oneAtATime = useOneAtATime()
  const navigate = useNavigate()
  const prompt = usePrompt()
  const convert = useConvertDraft(orderId)
  const ask = useCreatePaymentLink(orderId)
  const fail = (error: unknown) => toast.error(messageOf(error))
  const run = async () => {
    if (isDraft) {
      const isConfirmed = await prompt({
        variant: "confirmation",
        title: t("order.link.convert.title"),
        description: t("order.link.convert.description"),
        confirmText: t("order.link.convert.yes"),
        cancelText: t("form.cancel"),
      })
      if (!isConfirmed) return
      await convert.mutateAsync()
    }
    await ask.mutateAsync({}).then(() => toast.success(t("order.link.made")), fail)
    if (isDraft) navigate(`/orders/${orderId}`)
  }
  return (
    <div className="flex flex-col items-start gap-y-3 px-6 py-4">
      <QuietText>{t(isDraft ? "order.link.owesDraft" : "order.link.owes", { amount: outstanding })}</QuietText>
      <Button
        size="small"
        variant="secondary"
        isLoading={ask.isPending || convert.isPending}
        onClick={() => oneAtATime(() => run().catch(fail))}
      >
        <LinkIcon />
        {t("order.link.ask")}
      </Button>
    </div>
  )
}
