import { REFUSALS } from "../../core/text/errors"
import { noticeOf } from "../notice"

it("says about exactly the codes of a wrong or unavailable asset that another one can be chosen", () => {
  const codes = Object.keys(REFUSALS).filter((code) => noticeOf(code) === "assetOut")
  expect(codes.sort()).toEqual(
    ["asset_not_offered", "chain_required", "currency_unavailable", "unknown_asset", "unknown_chain"].sort(),
  )
})
