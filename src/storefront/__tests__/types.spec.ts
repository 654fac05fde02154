import type { OfferedAsset } from "../../core/assets/choices"
import type { ShopperState } from "../../core/payment/shopper-state"
import type { ShopperView } from "../../core/payment/shopper-view"
import type { sessionData } from "../../medusa/sessions"
import type { CryptoPaymentOption, CryptoPaymentState, CryptoPaymentView, CryptoSessionData } from "../index"

/** True if both types have the same properties of the same types. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Names<T> = { [K in keyof T]-?: unknown }

describe("the storefront's types", () => {
  it("match the server's types, and are exported", () => {
    // These lines compile only if the types are the same. `asset` differs: the component accepts any string.
    const view: Same<CryptoPaymentView, ShopperView> = true
    const state: Same<CryptoPaymentState, ShopperState> = true
    const data: Same<CryptoSessionData, ReturnType<typeof sessionData>> = true
    const names: Same<Names<CryptoPaymentOption>, Names<OfferedAsset>> = true
    const option = (offered: OfferedAsset): CryptoPaymentOption => offered
    expect([view, state, data, names, typeof option]).toEqual([true, true, true, true, "function"])
  })
})
