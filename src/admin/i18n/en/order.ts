/** The widget on an order's page. */
export const order = {
  title_one: "Crypto payment",
  title_other: "Crypto payments",
  open: "Open payment",
  show: "Show details of the payment of {{amount}}",
}
