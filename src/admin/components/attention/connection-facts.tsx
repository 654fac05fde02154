import { useTranslation } from "react-i18next"
import type { AttentionItem } from "../../../api/admin/crypto-payments/contract"
import { Fact, Facts } from "./facts"

type Connection = Extract<AttentionItem, { type: "connection" }>["connection"]

export function ConnectionFacts({ connection }: { connection: Connection }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Facts>
      <Fact name={t("payments.fields.connection")}>{connection.id}</Fact>
      <Fact name={t("attention.waiting")}>{t("health.payments", { count: connection.waiting })}</Fact>
    </Facts>
  )
}
