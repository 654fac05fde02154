import type { RefusalCode } from "../../core/text/errors"
import { setCollectionAmount } from "../../medusa/collections"
import { askedOn, type Payable, readPayable, refusalToOpen } from "../../medusa/payable"
import type { Context } from "../context"

/**
 * Decides, before core deletes the collection's other sessions, whether a session may be opened on it. For a session of
 * ours the collection's amount is lowered to what its order still owes, since core asks for the collection's amount.
 * @param isOurs whether the session is for our provider
 */
export async function prepareSession(
  { container, store }: Context,
  collectionId: string,
  isOurs: boolean,
): Promise<{ refusal?: RefusalCode; payable?: Payable }> {
  // Another provider's session on a collection without payments of ours is not our concern.
  if (!isOurs && (await store.payments.byCollection(collectionId)).length === 0) return {}
  const payable = await readPayable(container, collectionId)
  if (!payable) return {}
  const refusal = refusalToOpen(payable, isOurs)
  if (refusal) return { refusal }
  if (!isOurs) return { payable }
  const asked = askedOn(payable)
  if (payable.order && !asked) return { refusal: "already_paid" }
  const { amount } = payable.collection
  if (asked && amount && asked.minor < amount.minor) {
    await setCollectionAmount(container, collectionId, asked)
    payable.collection.amount = asked
  }
  return { payable }
}
