export { EventActs } from "./event-acts"
export { PaymentActs } from "./payment-acts"
