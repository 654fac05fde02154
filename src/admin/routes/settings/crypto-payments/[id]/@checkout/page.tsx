export { EditCheckout as default } from "../../../../../components/settings/checkout-form"
