import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { useRef } from "react"
import type * as Api from "../../api/admin/crypto-payments/contract"
import type { Policy, PossibleAction } from "../../api/admin/crypto-payments/contract"
import { connectionName } from "./format"
import { convertDraft, failureOf, get, getPermissions, post } from "./server"

/** The first part of each query key. An action may change any list, so it marks all of them as stale. */
const QUERY_KEY = ["crypto-payments"]

/** Sends requests even if the browser reports that it is offline; otherwise react-query sends them much later. */
const ALWAYS_ONLINE = { networkMode: "always" } as const

/** Payments change without an admin's action, so the screens ask again every ten seconds. */
const POLLING = { refetchInterval: 10_000 } as const

/** Health reports most problems only after minutes, so this is often enough. */
const HEALTH_POLL_MS = 30_000

/** Medusa's bell asks as often. */
const MENU_POLL_MS = 60_000

const pathOf = (list: string, id: string) => `/${list}/${encodeURIComponent(id)}`
const linkPathOf = (orderId: string) => `${pathOf("orders", orderId)}/payment-link`

type ReadOptions<Answer> = Omit<UseQueryOptions<Answer>, "queryKey" | "queryFn"> & { query?: object }

const useRead = <Answer>(path: string, { query = {}, ...options }: ReadOptions<Answer> = {}) =>
  useQuery({
    queryKey: [...QUERY_KEY, path, query],
    queryFn: () => get<Answer>(path, { query }),
    ...ALWAYS_ONLINE,
    ...options,
  })

export const usePayments = (query: Api.PaymentListQuery) =>
  useRead<Api.PaymentList>("/payments", { query, ...POLLING, placeholderData: keepPreviousData })
/** Far more payments than one order has. */
const MOST_OF_ORDER = 50

/** The payments of an order; none until they are loaded. */
export function usePaymentsOfOrder(order_id: string): Api.PaymentView[] {
  const { data, isPlaceholderData } = usePayments({ order_id, limit: MOST_OF_ORDER })
  // Placeholder data belongs to the order that was shown before.
  return data && !isPlaceholderData ? data.payments : []
}
export const usePayment = (id: string, enabled = true) =>
  useRead<Api.PaymentAnswer>(pathOf("payments", id), { ...POLLING, enabled, refetchOnMount: "always" })
export const usePaymentLink = (orderId: string) => useRead<Api.PaymentLinkAnswer>(linkPathOf(orderId), POLLING)
export const useTotals = (query: Api.TotalsQuery) =>
  useRead<Api.TotalsAnswer>("/totals", { query, placeholderData: keepPreviousData })
export const useAttention = (query: Api.ListQuery) =>
  useRead<Api.AttentionList>("/attention", { query, ...POLLING, placeholderData: keepPreviousData })
export const useEvent = (id: string, enabled: boolean) => useRead<Api.EventAnswer>(pathOf("events", id), { enabled })
export const useConnections = () => useRead<Api.ConnectionList>("/connections")
/** A connection's name; its id until the connections are loaded, and for users who may not read them. */
export function useConnectionName(): (id: string) => string {
  const { data } = useConnections()
  return (id) => connectionName(data?.connections ?? [], id)
}
/** Asks again, because an event may arrive while a person sets up the webhook. */
export const useConnection = (id: string) => useRead<Api.ConnectionAnswer>(pathOf("connections", id), POLLING)
/** Medusa's admin keeps what it has read for 90 seconds and does not ask again on focus. */
export const useHealth = () =>
  useRead<Api.HealthAnswer>("/health", { refetchInterval: HEALTH_POLL_MS, refetchOnWindowFocus: "always" })

const PERMISSIONS = {
  queryKey: [...QUERY_KEY, "permissions"],
  // An error as data, because react-query forgets an error when it asks again.
  queryFn: () => getPermissions().catch(() => null),
  staleTime: Number.POSITIVE_INFINITY,
  ...ALWAYS_ONLINE,
}

/** Whether all that decides a list's layout is known. A list that is shown earlier would move. */
export function useIsLayoutKnown(): boolean {
  const connections = useConnections()
  const permissions = useQuery(PERMISSIONS)
  const openItems = useAttention({ limit: 0, fields: "id" })
  return [connections, permissions, openItems].every(({ isFetched }) => isFetched)
}

/** What the role may do: nothing until it is known, everything if the store has no roles. The server decides. */
export function useMay(): May {
  const { data } = useQuery(PERMISSIONS)
  return (policy) => data !== undefined && (data?.includes(policy) ?? true)
}

/** The number of open items, for the menu on every page; 0 until it is known, and for roles that may not read it. */
export function useOpenItems(): number {
  const { data } = useRead<Api.AttentionList>("/attention", {
    query: { limit: 0, fields: "id" },
    refetchInterval: ({ state }) => (failureOf(state.error).status === 403 ? false : MENU_POLL_MS),
  })
  return data?.count ?? 0
}

function useSend<Input, Answer>(send: (input: Input) => Promise<Answer>, stale: QueryKey = []) {
  const client = useQueryClient()
  // An order's page shows payments and totals of Medusa's queries too, so by default every query is read again.
  const onSettled = () => client.invalidateQueries({ queryKey: stale })
  return useMutation({ mutationFn: send, ...ALWAYS_ONLINE, onSettled })
}

type OutcomeAction = "check" | "settle" | "settle-onto-order"

export const usePaymentAction = (id: string) =>
  useSend((action: OutcomeAction) => post<Api.CheckAnswer | Api.SettleAnswer>(`${pathOf("payments", id)}/${action}`))
export const useRecordPayout = (id: string) =>
  useSend((body: Api.PayoutBody) => post<Api.PayoutAnswer>(`${pathOf("payments", id)}/payouts`, body))
export const useAskAddress = (id: string) =>
  useSend((body: Api.AskAddressBody) => post<Api.AskAddressAnswer>(`${pathOf("payments", id)}/ask-address`, body))
export const useCorrectPayout = (id: string) =>
  useSend((body: Api.PayoutCorrectionBody) => post<Api.PaymentAnswer>(pathOf("payouts", id), body))
export const useCreatePaymentLink = (orderId: string) =>
  useSend((body: Api.AskBody) => post<Api.PaymentLinkAnswer>(linkPathOf(orderId), body), QUERY_KEY)
export const useConvertDraft = (orderId: string) => useSend<void, unknown>(() => convertDraft(orderId))
export const useRetryEvent = (id: string) => useSend<void, Api.EventAnswer>(() => post(`${pathOf("events", id)}/retry`))
export const useClose = (list: "payments" | "events", id: string) =>
  useSend((body: Api.ClosePayment) => post(`${pathOf(list, id)}/close`, body))

export const previewPayPage = (id: string, branding: Api.PayPageBranding) =>
  post<Api.PayPagePreview>(`${pathOf("connections", id)}/preview`, branding)

const useChange = <Input, Answer>(id: string, path = "") =>
  useSend((body: Input) => post<Answer>(pathOf("connections", id) + path, body ?? {}), QUERY_KEY)
export const useUpdateConnection = (id: string) => useChange<Api.ConnectionUpdate, Api.ConnectionAnswer>(id)
export const useRotateEndpointSecret = (id: string) =>
  useChange<Api.EndpointSecretRotation, Api.ConnectionAnswer>(id, "/endpoint-secret")
export const useTestConnection = (id: string) => useChange<void, Api.ConnectionTest>(id, "/connection-test")

export async function downloadCsv(path: string, query: object, name: string): Promise<void> {
  const answer = await get<Response>(path, { query, headers: { accept: "text/csv" } })
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement("a")
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}

type May = (policy: Policy) => boolean

const permissionFor = (action: PossibleAction): Policy =>
  action === "record_payout" || action === "ask_address" ? "crypto_payout:create" : "crypto_payment:update"

/** The actions that the role may run, and those that need a colleague: all others if the role may run none of them. */
export function actionsByRole(
  actions: readonly PossibleAction[],
  may: May,
): { own: PossibleAction[]; ofColleague: PossibleAction[] } {
  const own = actions.filter((action) => may(permissionFor(action)))
  const others = actions.filter((action) => !own.includes(action))
  // Who may close an item but not record its payout must not send the money.
  const isNeeded = own.length === 0 || others.includes("record_payout")
  return { own, ofColleague: isNeeded ? others : [] }
}

/** Ignores a call while another one runs. A second click can come before the button is disabled. */
export function useOneAtATime(): <Result>(run: () => Promise<Result>) => Promise<Result | undefined> {
  const running = useRef(false)
  return async (run) => {
    if (running.current) return undefined
    running.current = true
    try {
      return await run()
    } finally {
      running.current = false
    }
  }
}
