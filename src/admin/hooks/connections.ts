import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type {
  ConnectionAnswer,
  ConnectionList,
  ConnectionTest,
  ConnectionUpdate,
  EndpointSecretRotation,
} from "../../api/admin/crypto-payments/contract"
import { post } from "../lib/post"
import { BASE_PATH, sdk } from "../lib/sdk"
import { ASK, ASK_AGAIN, CRYPTO_PAYMENTS } from "./keys"

const KEY = [CRYPTO_PAYMENTS, "connections"]
const pathOf = (id: string) => `${BASE_PATH}/connections/${encodeURIComponent(id)}`

export const useConnections = () =>
  useQuery({ queryKey: KEY, queryFn: () => sdk.client.fetch<ConnectionList>(`${BASE_PATH}/connections`), ...ASK })

/** An event may come in at any moment while somebody sets the webhook up, so it is asked for again. */
export const useConnection = (id: string) =>
  useQuery({
    queryKey: [...KEY, id],
    queryFn: () => sdk.client.fetch<ConnectionAnswer>(pathOf(id)),
    ...ASK_AGAIN,
  })

const useChange = <Body extends object | undefined, Answer>(id: string, path: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => post<Answer>(pathOf(id) + path, body ?? {}),
    ...ASK,
    onSuccess: () => client.invalidateQueries({ queryKey: [CRYPTO_PAYMENTS] }),
  })
}

export const useUpdateConnection = (id: string) => useChange<ConnectionUpdate, ConnectionAnswer>(id, "")
export const useRotateEndpointSecret = (id: string) =>
  useChange<EndpointSecretRotation, ConnectionAnswer>(id, "/endpoint-secret")
export const useTestConnection = (id: string) => useChange<undefined, ConnectionTest>(id, "/test")
