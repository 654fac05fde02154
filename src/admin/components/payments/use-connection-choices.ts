import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { useConnections } from "../../hooks/connections"

/**
 * The ids of connections that payments may be told apart by. A user who may not read connections still sees those that
 * the page at hand names, and those that the address bar chose.
 */
export function useConnectionChoices(payments: PaymentView[], chosen: unknown): string[] {
  const { data } = useConnections()
  const known = data?.connections.map(({ id }) => id) ?? []
  const seen = payments.map(({ connection_id }) => connection_id)
  const wanted = (Array.isArray(chosen) ? chosen : [chosen]).filter((id) => typeof id === "string")
  return [...new Set([...known, ...seen, ...wanted])].sort()
}
