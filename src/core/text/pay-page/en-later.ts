/** The English texts of the order's summary and the receipt, which the storefront component loads later. */
export const enLater = {
  moreItems: "{count} more items",
  delivery: "Delivery",
  discount: "Discount",
  credit: "Gift card or credit",
  tax: "Tax",
  taxIncluded: "Tax included",
  time: "Time",
  refund: "Refund",
  goesBackHint:
    "The shop has your address and sends your money back. If you still want the order, ask the shop how to pay.",
}
