import { WEBHOOK_REFUSALS, type WebhookRefusalCode, webhookRefusal } from "../webhook-answers"

describe("a refused webhook delivery", () => {
  it.each(Object.keys(WEBHOOK_REFUSALS) as WebhookRefusalCode[])("%s has an error status and a sentence", (code) => {
    const { status, message, ...rest } = webhookRefusal(code)
    expect(rest).toEqual({ code })
    expect([400, 401, 404, 413, 503]).toContain(status)
    expect(message).toMatch(/^[A-Z].*\.$/)
  })
})
