/** The English texts of what was bought, which the storefront component loads when somebody opens it. */
export const enBought = {
  moreItems: "{count} more items",
  delivery: "Delivery",
  discount: "Discount",
  credit: "Gift card or credit",
  tax: "Tax",
  taxIncluded: "Tax included",
}
