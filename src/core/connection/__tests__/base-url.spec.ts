import { BASE_URL_SENTENCES, type BaseUrlProblem, baseUrlProblem, mayReachPrivate, parseBaseUrl } from "../base-url"

describe("parseBaseUrl", () => {
  it.each([
    ["https://pay.example.com//", "https://pay.example.com"],
    ["https://pay.example.com//x", "https://pay.example.com//x"],
    ["HTTPS://PAY.example.com", "https://pay.example.com"],
    ["https://pay.example.com:443", "https://pay.example.com"],
    ["https://pay.example.com:8443/a/b/", "https://pay.example.com:8443/a/b"],
    ["https://pay.example.com/a/../b", "https://pay.example.com/b"],
    ["https://pay.example.com/?", "https://pay.example.com"],
    ["https://10.0.0.1", "https://10.0.0.1"],
    ["http://localhost:4100", "http://localhost:4100"],
    ["http://127.1:4100/", "http://127.0.0.1:4100"],
    ["http://0x7f000001:4100/", "http://127.0.0.1:4100"],
  ])("keeps %s as %s, which it keeps as it is", (text, url) => {
    for (const one of [text, url, `${url}//`]) expect(parseBaseUrl(one)).toEqual({ ok: true, url })
  })

  const REFUSED: [BaseUrlProblem, string[]][] = [
    ["base_url_invalid", ["pay.example.com", "", "https://"]],
    ["base_url_not_https", ["http://pay.example.com", "http://10.0.0.1", "http://[::ffff:127.0.0.1]"]],
    ["base_url_not_https", ["http://127.0.0.1.example.com", "http://localhost.", "ftp://localhost"]],
    ["base_url_with_credentials", ["https://user@pay.example.com", "https://:word@pay.example.com"]],
    ["base_url_with_credentials", ["http://localhost@pay.example.com"]],
    ["base_url_with_query", ["https://pay.example.com?a", "https://pay.example.com#a"]],
  ]
  it.each(REFUSED)("refuses as %s: %j", (problem, texts) => {
    for (const text of texts) expect(parseBaseUrl(text)).toEqual({ ok: false, problem })
    expect(BASE_URL_SENTENCES[problem]).toBeTruthy()
  })
})

describe("baseUrlProblem", () => {
  const PRIVATE = ["https://10.0.0.1", "https://192.168.1.1:8443/x", "https://169.254.169.254", "https://[fd00::1]"]
  const MORE_PRIVATE = ["https://[::ffff:10.0.0.1]", "https://0.0.0.0", "https://[64:ff9b::a00:1]", "https://[::]"]
  const LOOPBACK = ["localhost", "127.0.0.1:1", "127.9.9.9", "127.100.20.255", "[::1]"]
  const modes = [undefined, true, false]

  it.each(["https://pay.example.com", "https://8.8.8.8", "https://[2606:4700::1111]"])("always accepts %s", (url) => {
    for (const testMode of modes)
      for (const allowPrivate of [true, false]) expect(baseUrlProblem(url, { testMode, allowPrivate })).toBeUndefined()
  })

  it.each([...PRIVATE, ...MORE_PRIVATE])("refuses %s in every mode, unless private addresses are allowed", (url) => {
    for (const testMode of modes) {
      expect(baseUrlProblem(url, { testMode, allowPrivate: false })).toBe("base_url_private")
      expect(baseUrlProblem(url, { testMode, allowPrivate: true })).toBeUndefined()
    }
  })

  it.each(LOOPBACK)("allows %s with test keys, and with live keys only https to allowed private addresses", (host) => {
    const judged = (scheme: string, allowPrivate: boolean) =>
      modes.map((testMode) => baseUrlProblem(`${scheme}://${host}`, { testMode, allowPrivate }))
    for (const allowed of [true, false])
      expect(judged("http", allowed)).toEqual([undefined, undefined, "base_url_not_https"])
    expect(judged("https", false)).toEqual([undefined, undefined, "base_url_private"])
    expect(judged("https", true)).toEqual([undefined, undefined, undefined])
  })

  it("judges a stored base URL in any notation, and does not throw", () => {
    const judge = (baseUrl: string) => baseUrlProblem(baseUrl, { testMode: true, allowPrivate: false })
    expect(judge("")).toBe("base_url_invalid")
    const hosts = ["0x0a000001", "167772161", "012.1", "10.0.0.1.", "[::ffff:a00:1]", "\uff11\uff10.0.0.1"]
    for (const host of hosts) expect([host, judge(`https://${host}`)]).toEqual([host, "base_url_private"])
    // Their IP is checked when it is resolved.
    for (const host of ["localhost.", "sub.localhost"]) expect(judge(`https://${host}`)).toBeUndefined()
  })
})

it("lets a name lead to a private network only if that is allowed or the name is localhost", () => {
  const PAY = "https://pay.example.com"
  expect([false, true].map((allowed) => mayReachPrivate(PAY, allowed))).toEqual([false, true])
  const names = ["http://localhost:1", "https://localhost.example.com", "https://localhost.", "https://sub.localhost"]
  expect(names.map((name) => mayReachPrivate(name, false))).toEqual([true, false, false, false])
})
