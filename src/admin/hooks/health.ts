import { useQuery } from "@tanstack/react-query"
import type { HealthAnswer } from "../../api/admin/crypto-payments/contract"
import { BASE_PATH, sdk } from "../lib/sdk"
import { ASK, CRYPTO_PAYMENTS } from "./keys"

/** What is wrong is minutes old before it counts as wrong. */
const REFRESH_MS = 30_000

export const useHealth = () =>
  useQuery({
    queryKey: [CRYPTO_PAYMENTS, "health"],
    queryFn: () => sdk.client.fetch<HealthAnswer>(`${BASE_PATH}/health`),
    ...ASK,
    refetchInterval: REFRESH_MS,
    // Medusa's admin keeps what it has read for a minute and a half, and asks nothing anew by itself.
    refetchOnWindowFocus: "always",
  })
