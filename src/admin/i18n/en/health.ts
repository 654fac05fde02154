import type { HealthCode } from "../../../api/admin/crypto-payments/contract"

type Words = { title: string; message: string }

/**
 * What is wrong and what to do about it, by code. The messages are the server's own, word for word, which a test holds them
 * to.
 */
const reasons: Record<HealthCode, Words> = {
  no_connection: {
    title: "No provider is registered",
    message:
      "No payment provider of this plugin is registered, so nobody can pay with crypto. Register it in medusa-config as the README shows, and restart Medusa.",
  },
  connection_missing: {
    title: "Payments wait for a connection that is not registered",
    message:
      "Payments wait for a connection that is not registered in medusa-config, because it was removed or renamed. Shoppers cannot pay them, and money sent for them is not found. Register it again under the same id and restart Medusa: everything that waits is picked up within two minutes.",
  },
  setup_incomplete: {
    title: "Not set up yet",
    message:
      "This connection takes no payments yet: settings are missing or do not go together. Enter what its page names.",
  },
  secrets_unreadable: {
    title: "Stored secrets cannot be opened",
    message:
      "None of the server's encryption keys opens the secrets that were entered in the admin. Put the former key back, or enter the secrets again.",
  },
  keys_refused: {
    title: "The service refuses the keys",
    message:
      "The service refuses this connection's keys, so shoppers cannot pay. Copy the keys again from the merchant dashboard, then test the connection.",
  },
  store_disabled: {
    title: "The store is switched off at the service",
    message:
      "The store is switched off at the service, so shoppers cannot pay. Switch it on in the merchant dashboard, then test the connection.",
  },
  throttled: {
    title: "The service asks to wait",
    message:
      "The service is rate limiting this store, so no requests are sent until the limit ends. They continue automatically; if this happens often, lower lookupsPerMinute.",
  },
  service_failing: {
    title: "The service does not answer as it should",
    message:
      "Calls to the service fail, so shoppers may not be able to pay. They are retried automatically; if it continues, test the connection and ask the service.",
  },
  webhooks_lost: {
    title: "Events do not arrive",
    message:
      "Payments were found by status lookups, and their events never came, so shoppers wait longer than they should. Compare the webhook URL on the connection's page with the merchant dashboard, and check that it can be reached from outside.",
  },
  webhooks_refused: {
    title: "Events are turned away",
    message:
      "Payments were found by status lookups, and the last webhook delivery was refused, so shoppers wait longer than they should. Compare the endpoint secret with the merchant dashboard; if the signature is stale, set the server's clock.",
  },
  sweep_stands_still: {
    title: "Background work stands still",
    message:
      "Work is overdue: lost events, retries and late payments wait. Check that a Medusa in shared or worker mode is running and its log shows no errors; if so, restart it, which also restores a schedule that Redis lost. After very many payments at once it catches up automatically, and sooner with one more worker.",
  },
  paid_not_settled: {
    title: "Paid, but on no order yet",
    message:
      "Money arrived that is on no order yet, which should take seconds. It is retried automatically; the server's log says what stops it. After very many payments at once, orders are captured in turns, and sooner with one more worker.",
  },
  settling_fails: {
    title: "Settling fails",
    message:
      "A fault in the store keeps money that arrived off its orders. Open what needs attention, fix what it names, and try again.",
  },
  events_failing: {
    title: "Events cannot be worked on",
    message:
      "A fault in the store stops events of the service. Open what needs attention, fix what it names, and try again.",
  },
  clock_off: {
    title: "The clocks are apart",
    message:
      "The clocks of this server and of its database differ. Signed events may be refused and work may be late. Set both by NTP.",
  },
}

/** Whether payments flow: the card above the list of payments. */
export const health = {
  title: "Health of payments",
  state: {
    ok: "Payments are flowing",
    degraded: "Payments flow, but not as they should",
    failing: "Payments are in trouble",
  },
  level: { degraded: "Degraded", failing: "Failing" },
  unknown: "The health of payments could not be read.",
  unnamed: "Something is wrong",
  lastEvent: "Last event <when />",
  noEvent: "No event has come yet",
  since: "Since <when />",
  until: "Until <when />",
  payments_one: "{{count}} payment",
  payments_other: "{{count}} payments",
  events_one: "{{count}} event",
  events_other: "{{count}} events",
  waiting_one: "{{count}} order waits for its payment",
  waiting_other: "{{count}} orders wait for their payment",
  oldestWaiting: "Oldest placed <when />",
  links: { connection: "Open the connection", payments: "Show payments", attention: "Show open items" },
  reasons,
}
