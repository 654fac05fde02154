import { describeModule } from "../support/module-database"

const NOW = new Date("2026-03-01T12:00:00Z")

describeModule("payouts in the database", (database) => {
  let made = 0
  const payout = async (paymentId: string, amountMinor: string): Promise<string> => {
    made += 1
    const id = `cref_${made}`
    await database.knex("crypto_refund").insert({
      id,
      payment_id: paymentId,
      amount_minor: amountMinor,
      currency: "USD",
      sent_base: "40000",
      asset: "BTC",
      chain: "bitcoin",
      address: "tb1qpayer",
      transaction_id: `tx_${made}`,
      created_at: new Date(NOW.getTime() + made),
    })
    return id
  }
  const claim = (refundId: string, amountMinor = "1000", paymentId = "cpay_1") =>
    database.refunds.claimPayout([paymentId], amountMinor, refundId, NOW)
  const spent = async () =>
    (await database.knex("crypto_refund").orderBy("created_at")).map((row) => row.medusa_refund_id)

  it("stand for one refund each, however many are asked for at once", async () => {
    await payout("cpay_1", "1000")
    const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(`ref_${index}`)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it("are all found where several of the same amount are refunded at once", async () => {
    for (let one = 0; one < 5; one++) await payout("cpay_1", "1000")
    const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(`ref_${index}`)))
    // Two that wait for the same payout may both lose it to a third; asking again finds what is left.
    const more: boolean[] = []
    for (let index = 20; index < 30; index++) more.push(await claim(`ref_${index}`))
    expect([...claims, ...more].filter(Boolean)).toHaveLength(5)
    expect(new Set(await spent()).size).toBe(5)
  })

  it("are found again by the refund that they were spent on, and spend no other for it", async () => {
    await payout("cpay_1", "1000")
    await payout("cpay_1", "1000")
    expect(await claim("ref_1")).toBe(true)
    expect(await claim("ref_1")).toBe(true)
    expect(await spent()).toEqual(["ref_1", null])
    expect(await claim("ref_2")).toBe(true)
    expect(await claim("ref_3")).toBe(false)
  })

  it("stand for exactly their own amount and payment", async () => {
    await payout("cpay_1", "1000")
    expect(await claim("ref_1", "999")).toBe(false)
    expect(await claim("ref_1", "1000", "cpay_2")).toBe(false)
    expect(await spent()).toEqual([null])
  })

  it("are recorded once for one transaction", async () => {
    await payout("cpay_1", "1000")
    made -= 1
    await expect(payout("cpay_1", "1000")).rejects.toMatchObject({ code: "23505" })
    made += 1
  })
})
