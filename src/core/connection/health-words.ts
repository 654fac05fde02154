/** What is wrong and what to do about it. Codes are stable: monitors and the admin use them. */
export const HEALTH_WORDS = {
  no_connection:
    "No payment provider of this plugin is registered, so nobody can pay with crypto. Register it in medusa-config as the README shows, and restart Medusa.",
  connection_missing:
    "Payments wait for a connection that is not registered in medusa-config, because it was removed or renamed. Shoppers cannot pay them, and the plugin cannot find money that was sent for them. Register it again under the same id and restart Medusa. All waiting payments then continue within two minutes.",
  setup_incomplete:
    "This connection takes no payments yet: settings are missing or do not match. Correct the settings that its page names.",
  setup_mistake:
    "The setup has a mistake. The detail says what is wrong and how to correct it. After a change of medusa-config, restart Medusa.",
  secrets_unreadable:
    "None of the server's encryption keys can decrypt the secrets that were entered in the admin. Restore the former key, or enter the secrets again.",
  keys_refused:
    "The service refuses this connection's keys, so shoppers cannot pay. Copy the keys again from the merchant dashboard, then test the connection.",
  store_disabled:
    "The service has disabled the store, so shoppers cannot pay. Enable it in the merchant dashboard, then test the connection.",
  throttled:
    "The service is rate limiting this store, so requests wait until the limit ends, and then continue automatically. Lookups already give way to new payments. If this happens often, ask the service for a higher limit.",
  payer_ip_missing:
    "No address of the shopper could be read, so the service screens this server instead of the payer. Set payerIp to the header that your proxy or storefront server writes, or to off.",
  service_failing:
    "Calls to the service fail, so shoppers may not be able to pay. They are retried automatically. If they keep failing, test the connection and ask the service.",
  webhooks_lost:
    "Status lookups found payments whose events never came, so shoppers wait longer than they should. Compare the webhook URL on the connection's page with the merchant dashboard, and check that it can be reached from outside.",
  webhooks_refused:
    "Status lookups found payments whose events never came, and the last webhook delivery was refused, so shoppers wait longer than they should. Compare the endpoint secret with the merchant dashboard. If the signature is stale, set the server's clock.",
  status_not_cleared:
    "An event reported a payment as paid, but the status lookup answers with a word that is not among the cleared ones. So a payment whose event is lost is not found. Open the connection's page and accept the word, or correct its lists of status words.",
  unknown_status:
    "The service answers with a status word that this connection does not know. Such payments are neither asked for again nor canceled. Look at one in the merchant dashboard. If the word means paid, accept it on the connection's page; otherwise add it to the words for seen or unpaid payments.",
  sweep_stands_still:
    "Work is overdue: lost events, retries and late payments wait. Check that a Medusa process in shared or worker mode is running, and that its log shows no errors. If both are true, restart it, which also restores a schedule that Redis lost. After very many payments at once the work catches up automatically, and faster with one more worker.",
  paid_not_settled:
    "Money has arrived but is not on its order yet, which should take only seconds. It is retried automatically, and the server's log names the cause. After very many payments at once, orders are captured in turns, which is faster with one more worker.",
  settling_fails:
    "Money has arrived, but a fault in the store keeps it off its orders. Open the items that need attention, fix the fault that they name, and try again.",
  events_failing:
    "Events of the service cannot be processed because of a fault in the store. Open the items that need attention, fix the fault that they name, and try again.",
  clock_off:
    "The clocks of this server and of its database differ. Work follows the database's clock, and signatures follow this server's, so signed events may be refused. Synchronize both clocks by NTP.",
} as const

export type HealthCode = keyof typeof HEALTH_WORDS
