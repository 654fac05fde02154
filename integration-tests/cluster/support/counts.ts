/** CLUSTER_ORDERS, or the usual number: fewer orders make these tests faster, more make them stricter. */
function ordersOr(usual: number): number {
  const asked = Number(process.env.CLUSTER_ORDERS ?? usual)
  if (!Number.isInteger(asked) || asked < 8 || asked > 900) {
    throw new Error("CLUSTER_ORDERS must be a whole number from 8 to 900: the shop does not have more in stock")
  }
  return asked
}

/** Orders of the large run. */
export const ORDERS = ordersOr(500)

/** Fewer, because this run repeats the same faults. */
export const ORDERS_WITHOUT_REDIS = ordersOr(60)

/** Enough to have several orders in progress when a server is killed. */
export const ORDERS_OF_ONE_KILL = 20
