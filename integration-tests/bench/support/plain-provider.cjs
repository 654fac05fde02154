/** A provider that trusts every event and stores nothing, so that settling with it costs only Medusa's own work. */
const utils = require("@medusajs/framework/utils")

/** Ids of the sessions that an event reported as paid. */
const paid = new Set()

class PlainProvider extends utils.AbstractPaymentProvider {
  static identifier = "plain"

  async initiatePayment({ data }) {
    return { id: data.session_id, data }
  }

  async authorizePayment({ data }) {
    const { CAPTURED, PENDING_AUTHORIZATION } = utils.PaymentSessionStatus
    return { data, status: paid.has(data.session_id) ? CAPTURED : PENDING_AUTHORIZATION }
  }

  async capturePayment({ data }) {
    return { data }
  }

  async getWebhookActionAndData({ data }) {
    paid.add(data.session_id)
    return { action: utils.PaymentActions.SUCCESSFUL, data }
  }
}

module.exports = utils.ModuleProvider(utils.Modules.PAYMENT, { services: [PlainProvider] })
