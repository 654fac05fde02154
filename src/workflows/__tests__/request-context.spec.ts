import { payerIp, type RequestContext, requestContext, runInRequestContext } from "../request-context"

const request = (ip: string | undefined, headers: Record<string, string> = {}): RequestContext => ({
  ip,
  header: (name) => headers[name.toLowerCase()],
  answerBy: 0,
})

describe("the payer's IP", () => {
  it("is the request's, where nothing else is set", () => {
    expect(runInRequestContext(request("198.51.100.7"), () => payerIp("request"))).toBe("198.51.100.7")
  })

  it("is unknown outside of a request", () => {
    expect(requestContext()).toBeUndefined()
    expect(payerIp("request")).toBeUndefined()
  })

  it("is sent to nobody where that is off", () => {
    expect(runInRequestContext(request("198.51.100.7"), () => payerIp("off"))).toBeUndefined()
  })

  it("is the one a trusted storefront server names in a header, and never the request's then", () => {
    const header = { header: "X-Shopper-IP" }
    const named = request("198.51.100.7", { "x-shopper-ip": "192.0.2.33" })
    expect(runInRequestContext(named, () => payerIp(header))).toBe("192.0.2.33")
    expect(runInRequestContext(request("198.51.100.7"), () => payerIp(header))).toBeUndefined()
  })

  it.each([
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["2001:db8::7", "2001:db8::7"],
    ["fe80::1%eth0", undefined],
    ["198.51.100.7, 203.0.113.1", "203.0.113.1"],
    ["127.0.0.1", undefined],
    ["::1", undefined],
    ["::ffff:127.0.0.1", undefined],
    ["10.1.2.3", undefined],
    ["172.16.0.1", undefined],
    ["172.32.0.1", "172.32.0.1"],
    ["192.168.1.1", undefined],
    ["169.254.1.1", undefined],
    ["fd00::1", undefined],
    ["nonsense", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("is %s read as %s", (ip, read) => {
    expect(runInRequestContext(request(ip), () => payerIp("request"))).toBe(read)
  })

  it("stays with its own request, whatever else goes on at the same time", async () => {
    const read = (ip: string) =>
      runInRequestContext(request(ip), async () => {
        await Promise.resolve()
        return payerIp("request")
      })
    expect(await Promise.all(["192.0.2.1", "192.0.2.2"].map(read))).toEqual(["192.0.2.1", "192.0.2.2"])
  })
})
