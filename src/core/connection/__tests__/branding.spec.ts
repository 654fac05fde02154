import { contrast, isLogoName, logoFile, MAX_LOGO_BYTES, parseLogo, textOn } from "../branding"
import { parseChanges } from "../settings"

const uri = (bytes: string | Buffer, type = "image/png") =>
  `data:${type};base64,${Buffer.from(bytes as string, "latin1").toString("base64")}`
const PNG = "\x89PNG\r\n\x1a\n"
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
const IMAGE = "must be a PNG, JPEG, WebP or SVG image"

/** The message about a wrong field, or the value that is saved. */
const saved = (field: string, value: unknown) => {
  const parsed = parseChanges({ [field]: value })
  return parsed.ok ? Object.values(parsed.changes)[0] : parsed.problems[0]?.message
}

describe("a logo", () => {
  it.each([
    ["image/png", PNG],
    ["image/jpeg", "\xff\xd8\xff\xe0"],
    ["image/webp", "RIFF\0\0\0\0WEBPVP8 "],
    ["image/svg+xml", SVG],
    ["image/svg+xml", `\n ${SVG}`],
    ["image/svg+xml", `\xef\xbb\xbf<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg>\n${SVG}`],
    ["image/svg+xml", `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "" [\n<!ENTITY a "<b>">\n] >\n${SVG}`],
    ["image/svg+xml", '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;"/>'],
  ])("is recognized as %s by its bytes, even if its data URI says text/html, and gets its ending", (type, bytes) => {
    expect(parseLogo(uri(bytes, "text/html"))).toEqual({ ok: true, uri: uri(bytes, type) })
    const ending = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/svg+xml": "svg" }[type]
    expect(logoFile(uri(bytes, type)).name).toMatch(new RegExp(`^[\\w-]{22}\\.${ending}$`))
  })

  const jpeg = "\xff\xd8\xff\xe0\0\x04\0\0\xff\xc4\0\x03\0\xff\xc2\0\x0b\x08\0\x28\0\xa0"
  it.each([
    ["a PNG", `${PNG}\0\0\0\rIHDR\0\0\0\xa0\0\0\0\x28`],
    ["a progressive JPEG", jpeg],
    ["a JPEG with bytes before a marker", jpeg.replace("\xff\xc2", "\xff\xff\xff\xc2")],
    ["a baseline JPEG", jpeg.replace("\xc2", "\xc0")],
    ["a lossy WebP", "RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\xa0\0\x28\0"],
    ["a lossless WebP", "RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x9f\xc0\x09\0"],
    ["an extended WebP", "RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x9f\0\0\x27\0\0"],
    ["an SVG with width and height", SVG.replace("viewBox", 'width="160px" height="40" viewBox')],
    ["an SVG with a viewBox", SVG.replace("0 0 1 1", "0,0 160 40")],
    ["an SVG with spaces in its viewBox", SVG.replace('="0 0 1 1"', ' = " -10  -10  160  40 "')],
  ])("keeps its place on a page by the size that it declares: %s", (_, bytes) => {
    expect(logoFile(uri(bytes)).size).toEqual({ width: 160, height: 40 })
  })

  const NO_BOX = SVG.replace("viewBox", "data-x")
  const HALF = [PNG, jpeg.slice(0, 12), "RIFF\0\0\0\0WEBPVP8X", NO_BOX, NO_BOX.replace("data-x", 'width="160" data-x')]
  it.each(HALF)("has no size if it declares none or only a half: %j", (bytes) => {
    expect(logoFile(uri(bytes)).size).toBeNull()
  })

  it.each([
    ["an HTML page", "<html><svg xmlns='http://www.w3.org/2000/svg'/></html>"],
    ["an HTML page after a comment", `<!-- ${SVG} --><html/>`],
    ["a comment that does not end", `<!-- ${SVG}`],
    ["9,000 comments", "<!---->".repeat(9_000)],
    ["a DOCTYPE that does not end", `<!DOCTYPE svg [<!ENTITY a "b">${SVG}`],
    ["an SVG file without its namespace", '<svg viewBox="0 0 1 1"/>'],
    ["an svg tag with a comment inside its name", SVG.replace("sv", "sv<!-- -->")],
    ["a GIF", "GIF89a"],
    ["an empty file", ""],
    ["bytes that only end like WebP", "abcd\0\0\0\0WEBPVP8 "],
    ["a WAV sound", "RIFF\0\0\0\0WAVEfmt "],
  ])("is refused for the bytes of %s", (_, bytes) => {
    expect(parseLogo(uri(bytes))).toEqual({ ok: false, message: IMAGE })
  })

  const NO_IMAGES = ["https://shop.example.com/logo.png", "data:image/png,abc", "data:image/png;base64,%%"]
  it.each([...NO_IMAGES, `${uri(PNG)}%%`, `x${uri(PNG)}`, 7])("is refused for the value %s", (value) => {
    expect(saved("logo", value)).toBe(value === 7 ? "is not text" : IMAGE)
  })

  it("has at most 64 kB, and a file name that depends only on its bytes", () => {
    const of = (size: number) => saved("logo", uri(PNG.padEnd(size, "\0")))
    expect(of(MAX_LOGO_BYTES)).toMatch(/^data:image\/png;base64,/)
    expect(of(MAX_LOGO_BYTES + 1)).toBe("must be at most 64 kB")
    const [one, same, other] = [uri(SVG, "image/svg+xml"), uri(SVG, "image/svg+xml"), uri(PNG)].map(logoFile)
    expect(one).toEqual(same)
    expect(other?.name.slice(0, 22)).not.toBe(one?.name.slice(0, 22))
  })
})

const name = "a_-Z9".padEnd(22, "0")

it("the name of a logo's file has 22 characters of base64url and the ending of an image, and nothing else", () => {
  const names = [`${name}.png`, logoFile(uri("\xff\xd8\xff\xe0", "image/jpeg")).name]
  const others = [`${name}.gif`, `${name}.png.exe`, `../${name}.png`, `${name.slice(1)}.png`, `${name.slice(1)}!.png`]
  expect([...names, ...others, undefined].filter((one) => isLogoName(one))).toEqual(names)
})

describe("an accent color", () => {
  it.each([
    ["#1A6B4F", "#1a6b4f"],
    [" #ffffff ", "#ffffff"],
    ["#fff", "must be a color such as #1a6b4f"],
    ["x#1a6b4f", "must be a color such as #1a6b4f"],
    ["#1a6b4f}", "must be a color such as #1a6b4f"],
  ])("%s gives the saved color or the refusal: %s", (value, expected) => {
    expect(saved("accent_color", value)).toBe(expected)
  })

  it("has text with a contrast of at least 4.5 on all sampled colors (WCAG 1.4.3)", () => {
    const parts = Array.from({ length: 18 }, (_, step) => (step * 15).toString(16).padStart(2, "0"))
    const colors = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)))
    expect(colors.filter((color) => contrast(color, textOn(color)) < 4.5)).toEqual([])
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21)
    expect(["#000000", "#1a6b4f", "#ffd400"].map(textOn)).toEqual(["#ffffff", "#ffffff", "#000000"])
  })
})

describe("a support link", () => {
  const REFUSED = "must begin with https:, mailto: or tel:, such as mailto:help@example.com"
  const of = (length: number) => "https://shop.example.com/".padEnd(length, "a")

  const LINKS = ["https://shop.example.com/help?a=b", "mailto:help@example.com", "tel:+49-30-123456", "tel:030.123456"]
  const NOT_LINKS = [
    ...["javascript:alert(1)", "JAVASCRIPT://%0aalert(1)", "data:text/html,x", "http://shop.example.com"],
    ...["xhttps://shop.example.com", "xmailto:help@example.com", "mailto:help@example.com@example.com"],
    ...["help@example.com/x", "xtel:030", "tel:030x", "https:evil", "https://"],
  ]
  it.each([
    ...[...LINKS, of(300)].map((link) => [link, link]),
    ["help@example.com", "mailto:help@example.com"],
    [of(301), "must be at most 300 characters"],
    ["tel:+49 30 1234", "must not contain spaces"],
    ...NOT_LINKS.map((link) => [link, REFUSED]),
  ])("%s gives the saved link or the refusal: %s", (value, expected) => {
    expect(saved("support_link", value)).toBe(expected)
  })
})
