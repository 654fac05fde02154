import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type {
  AttentionList,
  CheckAnswer,
  CloseBody,
  EventAnswer,
  ExportQuery,
  ListQuery,
  PaymentAnswer,
  PaymentList,
  PaymentListQuery,
  RefundAnswer,
  RefundBody,
  SettleAnswer,
} from "../../api/admin/crypto-payments/contract"
import { post } from "../lib/post"
import { BASE_PATH, sdk } from "../lib/sdk"
import { ASK, ASK_AGAIN, CRYPTO_PAYMENTS } from "./keys"

export const usePayments = (query: PaymentListQuery, enabled = true) =>
  useQuery({
    queryKey: [CRYPTO_PAYMENTS, "payments", query],
    queryFn: () => sdk.client.fetch<PaymentList>(`${BASE_PATH}/payments`, { query }),
    placeholderData: keepPreviousData,
    ...ASK_AGAIN,
    enabled,
  })

export const usePayment = (id: string, enabled = true) =>
  useQuery({
    queryKey: [CRYPTO_PAYMENTS, "payments", id],
    queryFn: () => sdk.client.fetch<PaymentAnswer>(`${BASE_PATH}/payments/${encodeURIComponent(id)}`),
    ...ASK_AGAIN,
    enabled,
  })

export const useAttention = (query: ListQuery & { q?: string }) =>
  useQuery({
    queryKey: [CRYPTO_PAYMENTS, "attention", query],
    queryFn: () => sdk.client.fetch<AttentionList>(`${BASE_PATH}/attention`, { query }),
    placeholderData: keepPreviousData,
    ...ASK_AGAIN,
  })

export const useEvent = (id: string) =>
  useQuery({
    queryKey: [CRYPTO_PAYMENTS, "events", id],
    queryFn: () => sdk.client.fetch<EventAnswer>(`${BASE_PATH}/events/${encodeURIComponent(id)}`),
    ...ASK,
  })

/** An act on a payment or an event. Whatever it was, every list of ours may look different after it. */
const useAct = <Body extends object | undefined, Answer>(path: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => post<Answer>(BASE_PATH + path, body ?? {}),
    ...ASK,
    // An order's own page shows payment and totals too, so everything is asked for again.
    onSettled: () => client.invalidateQueries(),
  })
}

const payment = (id: string, act: string) => `/payments/${encodeURIComponent(id)}/${act}`
const event = (id: string, act: string) => `/events/${encodeURIComponent(id)}/${act}`

export const useCheckPayment = (id: string) => useAct<undefined, CheckAnswer>(payment(id, "check"))
export const useSettlePayment = (id: string) => useAct<undefined, SettleAnswer>(payment(id, "settle"))
export const useSettleOntoOrder = (id: string) => useAct<undefined, SettleAnswer>(payment(id, "settle-onto-order"))
export const useClosePayment = (id: string) => useAct<CloseBody, PaymentAnswer>(payment(id, "close"))
export const useRecordRefund = (id: string) => useAct<RefundBody, RefundAnswer>(payment(id, "refunds"))
export const useRetryEvent = (id: string) => useAct<undefined, EventAnswer>(event(id, "retry"))
export const useCloseEvent = (id: string) => useAct<CloseBody, EventAnswer>(event(id, "close"))

/** The CSV file of what the filters select, as the browser's own download. */
export async function downloadPayments(query: ExportQuery): Promise<void> {
  const answer = await sdk.client.fetch<Response>(`${BASE_PATH}/export`, { query, headers: { accept: "text/csv" } })
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement("a")
  link.href = url
  link.download = `crypto-payments-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
