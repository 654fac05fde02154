import type { PaymentRow } from "../../../src/modules/crypto-payments/stores/rows"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../../support/constants"
import { knexOf, untilQuiet } from "../../support/module-rows"
import type { Act } from "./stories/acts"
import * as carts from "./stories/cart-acts"
import * as office from "./stories/office-acts"
import type { WhyNot } from "./stories/refusable"
import * as service from "./stories/service-acts"
import * as shopper from "./stories/shopper-acts"
import * as store from "./stories/store-acts"
import type { ModelShop, Story } from "./stories/story"

type Does = (shop: ModelShop, story: Story, which: number) => Promise<WhyNot> | WhyNot

const NO_ORDER = "there is no order"

/** Acts on one of the payments that were shown. */
const withOne =
  (work: (shop: ModelShop, story: Story, id: string, which: number) => Promise<WhyNot> | WhyNot): Does =>
  (shop, story, which) => {
    const id = story.shown[which % Math.max(1, story.shown.length)]
    if (id === undefined) return "nothing was shown"
    return work(shop, story, id, Math.floor(which / story.shown.length))
  }

/** Acts on the order, if there is one that is not a draft. */
const withOrder =
  (work: (shop: ModelShop, orderId: string, which: number, story: Story) => Promise<WhyNot> | WhyNot): Does =>
  (shop, story, which) =>
    story.orderId === null || story.isDraft ? NO_ORDER : work(shop, story.orderId, which, story)

type Acts = Record<string, Does>

/** The number of an act chooses one of the existing things (modulo their count). */
const SHOPPER = {
  initiate: shopper.initiate,
  reopen: (shop, story, which) => shopper.openOn(shop, story, which, CRYPTO_PROVIDER),
  "reopen at the capture": shopper.reopenAtTheCapture,
  "turn away": (shop, story, which) => shopper.openOn(shop, story, which, MANUAL_PROVIDER),
  "change cart": shopper.changeCart,
  complete: shopper.complete,
  "complete in vain": shopper.completeInVain,
  renew: withOne(shopper.renew),
  pay: withOne((shop, story, id) => shopper.pay(shop, story, id, "pay")),
  "pay late": withOne((shop, story, id) => shopper.pay(shop, story, id, "payLate")),
  expire: withOne(shopper.expire),
} satisfies Acts

/** Changes of an open cart between its session, its payment and its completion. */
export const CART = {
  "credit the cart": carts.credit,
  "uncredit the cart": carts.uncredit,
  "add a promotion": carts.addPromotion,
  "remove the promotion": carts.removePromotion,
  "price crypto": carts.priceCrypto,
  "type the code": carts.typeTheCode,
  "change shipping": carts.changeShipping,
  "complete elsewhere": carts.completeElsewhere,
} satisfies Acts

/** Credit that the shopper has at the store, with Medusa's plugin for gift cards and store credit. */
export const CREDIT = {
  "gift card": carts.giftCard,
  "store credit": carts.storeCredit,
} satisfies Acts

/** The service and the scheduled jobs; `sweep in vain` meets a service that does not answer. */
const SERVICE = {
  deliver: withOne((shop, story, id) => service.tell(shop, story, id, 1)),
  duplicate: withOne((shop, story, id) => service.tell(shop, story, id, 3)),
  "cancel unpaid": service.cancelUnpaid,
  sweep: service.sweepAfter,
  "sweep in vain": service.sweepInVain,
} satisfies Acts

/** Acts of the store's admins, one at a time: Medusa refuses a change of an order while another change is open. */
export const OFFICE = {
  "edit up": withOrder(office.editUp),
  "edit down": withOrder(office.editDown),
  credit: withOrder((shop, orderId, which, story) => office.credit(shop, story, orderId, which)),
  "pay by hand": withOrder((shop, orderId, which, story) => office.payByHand(shop, story, orderId, which)),
  // Also for drafts, which can only be paid by a link.
  link: (shop, story) => (story.orderId === null ? NO_ORDER : office.link(shop, story, story.orderId)),
  cancel: withOrder((shop, orderId) => office.cancel(shop, orderId)),
  return: withOrder((shop, orderId) => office.takeBack(shop, orderId)),
  "request return": withOrder(office.requestReturn),
  "receive return": withOrder(office.receiveReturn),
  exchange: withOrder(office.exchange),
  claim: withOrder((shop, orderId) => office.claim(shop, orderId)),
  // Medusa's refund calls the payment's provider, so the connection must be there.
  "send back": withOne((shop, story, id, which) =>
    story.connected ? office.sendBack(shop, story, id, which) : "the connection is gone",
  ),
  close: withOne((shop, _, id) => office.close(shop, id)),
  "settle by hand": withOne((shop, story, id) =>
    story.connected ? office.settleByHand(shop, id) : "the connection is gone",
  ),
} satisfies Acts

/** Acts on the whole store. Each is a separate step. */
export const STORE = {
  "break a hook": store.breakHook,
  "delete the cart": store.deleteCart,
  "go live": store.goLive,
  "lose the connection": store.loseConnection,
  "restore the connection": store.restoreConnection,
} satisfies Acts

export const ACTS = { ...SHOPPER, ...CART, ...CREDIT, ...SERVICE, ...OFFICE, ...STORE }
export type ActName = keyof typeof ACTS

/** Performs an act. The store may refuse it, but must not fail. */
export const perform = async (shop: ModelShop, story: Story, act: Act): Promise<WhyNot> =>
  ACTS[act.do](shop, story, act.which)

/** Waits until all work is done, and updates the story. */
export async function settleDown(shop: ModelShop, story: Story): Promise<void> {
  await untilQuiet(shop.container)
  const [orderId] = story.cart ? await shop.ordersOfCart(story.cart.id) : []
  if (orderId) story.orderId = orderId
  if (story.orderId) {
    story.placedIn ??= story.mode
    const links = knexOf(shop.container)("order_payment_collection").whereNull("deleted_at").orderBy("created_at")
    const collections = await links.where({ order_id: story.orderId }).pluck("payment_collection_id")
    for (const id of collections) shopper.keepCollection(story, id)
  }
  story.shown = (await rowsOf(shop, story)).map(({ external_id }) => external_id)
}

/** Every payment row of the story, oldest first, with or without a session. */
export const rowsOf = async (shop: ModelShop, { collections }: Story): Promise<PaymentRow[]> =>
  knexOf(shop.container)<PaymentRow>("crypto_payment")
    .whereIn("payment_collection_id", collections)
    .orderBy("created_at")
