/** The widget on an order's page. */
export const order = {
  title_one: "Crypto payment",
  title_other: "Crypto payments",
  open: "{{paid}}: open payment",
  show: "Details of the payment of {{paid}}",
}
