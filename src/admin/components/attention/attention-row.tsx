import { ExclamationCircleSolid } from "@medusajs/icons"
import { Button, Heading, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { AttentionItem } from "../../../api/admin/crypto-payments/contract"
import { TestBadge } from "../common/test-badge"
import { When } from "../common/when"
import { EventActs, PaymentActs } from "../payment/acts"
import { paymentsOfConnection } from "../payments/list-url"
import { ConnectionFacts } from "./connection-facts"
import { EventBody } from "./event-body"
import { EventFacts } from "./event-facts"
import { PaymentFacts } from "./payment-facts"

/** One trouble: what happened and what can be done, in words, then the facts, and beside them the acts. */
export function AttentionRow({ item }: { item: AttentionItem }) {
  const { t } = useTranslation("cryptoPayments")
  const { reason, message, detail, since } = item
  const title = t(`attention.reasons.${reason}.title`, { defaultValue: t("attention.unnamed") })
  const heading = `attention-${item.id}`
  return (
    <li aria-labelledby={heading} className="flex flex-col gap-4 px-6 py-5 md:flex-row md:items-start">
      <ExclamationCircleSolid className="text-ui-tag-orange-icon mt-0.5 hidden shrink-0 md:block" />
      <div className="flex min-w-0 flex-1 flex-col gap-y-3">
        <div className="flex flex-col gap-y-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Heading level="h2" id={heading}>
              {title}
            </Heading>
            {item.type === "payment" && item.payment.test_mode && <TestBadge />}
            <Text as="span" size="xsmall" className="text-ui-fg-subtle">
              <When at={since} relative />
            </Text>
          </div>
          <Text size="small" className="text-ui-fg-subtle max-w-[75ch] text-pretty">
            {t(`attention.reasons.${reason}.message`, { defaultValue: message })}
          </Text>
          {detail && (
            <Text size="small" className="text-ui-fg-subtle max-w-[75ch] text-pretty break-words">
              <span className="text-ui-fg-base font-medium">{t("attention.detail")}</span> {detail}
            </Text>
          )}
        </div>
        {item.type === "payment" ? (
          <PaymentFacts payment={item.payment} />
        ) : item.type === "connection" ? (
          <ConnectionFacts connection={item.connection} />
        ) : (
          <>
            <EventFacts event={item.event} />
            <EventBody id={item.id} />
          </>
        )}
      </div>
      {item.type === "payment" ? (
        <PaymentActs payment={item.payment} actions={item.actions} />
      ) : item.type === "connection" ? (
        <Button size="small" variant="secondary" asChild className="shrink-0 self-start">
          <Link to={paymentsOfConnection(item.id)}>{t("health.links.payments")}</Link>
        </Button>
      ) : (
        <EventActs event={item.event} actions={item.actions} />
      )}
    </li>
  )
}
