/** So many unless CLUSTER_ORDERS says otherwise: fewer while one works on these tests, more where one has the time. */
function ordersOr(usual: number): number {
  const asked = Number(process.env.CLUSTER_ORDERS ?? usual)
  if (!Number.isInteger(asked) || asked < 8 || asked > 900) {
    throw new Error("CLUSTER_ORDERS is a whole number from 8 to 900, which is what the shop has in stock")
  }
  return asked
}

/** Orders of the large run. */
export const ORDERS = ordersOr(500)

/** The same things are broken again, in a tenth of the time. */
export const ORDERS_WITHOUT_REDIS = ordersOr(60)
