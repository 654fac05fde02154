const asked = Number(process.env.CLUSTER_ORDERS ?? 500)
if (!Number.isInteger(asked) || asked < 8 || asked > 900) {
  throw new Error("CLUSTER_ORDERS is a whole number from 8 to 900, which is what the shop has in stock")
}

/** Orders of the large run. CLUSTER_ORDERS makes it smaller while one works on these tests. */
export const ORDERS = asked

/** Without a Redis there is less that several processes share, so less to show. */
export const ORDERS_WITHOUT_REDIS = Math.min(60, asked)
