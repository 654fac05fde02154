/** What is wrong and what to do about it. Codes are stable: monitors and the admin use them. */
export const HEALTH_WORDS = {
  no_connection:
    "No payment provider of this plugin is registered, so nobody can pay with crypto. Register it in medusa-config as the README shows, and restart Medusa.",
  connection_missing:
    "Payments wait for a connection that is not registered in medusa-config, because it was removed or renamed. Shoppers cannot pay them, and money sent for them is not found. Register it again under the same id and restart Medusa: everything that waits is picked up within two minutes.",
  setup_incomplete:
    "This connection takes no payments yet: settings are missing or do not go together. Enter what its page names.",
  setup_mistake: "The installation has a mistake, which this names with its correction. Correct it and restart Medusa.",
  secrets_unreadable:
    "None of the server's encryption keys opens the secrets that were entered in the admin. Put the former key back, or enter the secrets again.",
  keys_refused:
    "The service refuses this connection's keys, so shoppers cannot pay. Copy the keys again from the merchant dashboard, then test the connection.",
  store_disabled:
    "The store is switched off at the service, so shoppers cannot pay. Switch it on in the merchant dashboard, then test the connection.",
  throttled:
    "The service is rate limiting this store, so no requests are sent until the limit ends. They continue automatically; if this happens often, lower lookupsPerMinute.",
  service_failing:
    "Calls to the service fail, so shoppers may not be able to pay. They are retried automatically; if it continues, test the connection and ask the service.",
  webhooks_lost:
    "Payments were found by status lookups, and their events never came, so shoppers wait longer than they should. Compare the webhook URL on the connection's page with the merchant dashboard, and check that it can be reached from outside.",
  webhooks_refused:
    "Payments were found by status lookups, and the last webhook delivery was refused, so shoppers wait longer than they should. Compare the endpoint secret with the merchant dashboard; if the signature is stale, set the server's clock.",
  sweep_stands_still:
    "Work is overdue: lost events, retries and late payments wait. Check that a Medusa in shared or worker mode is running and its log shows no errors; if so, restart it, which also restores a schedule that Redis lost. After very many payments at once it catches up automatically, and sooner with one more worker.",
  paid_not_settled:
    "Money arrived that is on no order yet, which should take seconds. It is retried automatically; the server's log says what stops it. After very many payments at once, orders are captured in turns, and sooner with one more worker.",
  settling_fails:
    "A fault in the store keeps money that arrived off its orders. Open what needs attention, fix what it names, and try again.",
  events_failing:
    "A fault in the store stops events of the service. Open what needs attention, fix what it names, and try again.",
  clock_off:
    "The clocks of this server and of its database differ. Signed events may be refused and work may be late. Set both by NTP.",
} as const

export type HealthCode = keyof typeof HEALTH_WORDS
