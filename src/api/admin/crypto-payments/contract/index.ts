/**
 * What `/admin/crypto-payments` takes and gives, shared with the admin's screens: types and nothing else. Moments are
 * ISO 8601 in UTC. Money is in minor units (`minor`) or base units (`base`) as integers in text, each with a plain
 * decimal beside it (`display`: no separators, no unit). No type here has a place for a secret going out.
 */

export type * from "./attention"
export type * from "./common"
export type * from "./connections"
export type * from "./events"
export type * from "./health"
export type * from "./payments"
export type * from "./refunds"
