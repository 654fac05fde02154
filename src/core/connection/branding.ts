import { createHash } from "node:crypto"

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, the one with more contrast on a color. That contrast is at least 4.58 on every color. */
export const textOn = (color: string): "#000000" | "#ffffff" =>
  contrast(color, "#ffffff") >= contrast(color, "#000000") ? "#ffffff" : "#000000"

/** In bytes. Enough for a logo, and small enough to store in the connection's row. */
export const MAX_LOGO_BYTES = 64 * 1024

type Kind = { type: string; ending: string; is: (bytes: Buffer) => boolean }

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString("latin1", at, at + text.length) === text

/** Image types that a browser shows in an `<img>`, recognized by their first bytes (WHATWG, "MIME Sniffing"). */
const KINDS: readonly Kind[] = [
  { type: "image/png", ending: "png", is: (bytes) => startsWith(bytes, "\x89PNG\r\n\x1a\n") },
  { type: "image/jpeg", ending: "jpg", is: (bytes) => startsWith(bytes, "\xff\xd8\xff") },
  { type: "image/webp", ending: "webp", is: (bytes) => startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8) },
  { type: "image/svg+xml", ending: "svg", is: isSvg },
]

/** What may precede the first element of an XML file. A DOCTYPE may declare entities in brackets. */
const PROLOG = /^(<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^[>]*(\[.*?\]\s*)?>)\s*/s

/** A browser shows an SVG only with its namespace. An entity may contain it, so the whole text is searched. */
function isSvg(bytes: Buffer): boolean {
  const text = bytes.toString("utf8").trimStart()
  let rest = text
  while (PROLOG.test(rest)) rest = rest.replace(PROLOG, "")
  return /^<svg[\s>]/.test(rest) && text.includes("http://www.w3.org/2000/svg")
}

const BASE64 = /^data:[^,]{0,100};base64,([A-Za-z0-9+/]+={0,2})$/

/** The bytes of a base64 data URI (RFC 2397); empty for other text. The media type that it declares is ignored. */
function bytesOf(uri: string): Buffer {
  const base64 = BASE64.exec(uri)?.[1]
  return base64 === undefined ? Buffer.alloc(0) : Buffer.from(base64, "base64")
}

/** Checks an image by its bytes. Returns it with its real type, or the rest of a sentence after the setting's name. */
export function parseLogo(uri: string): { ok: true; uri: string } | { ok: false; message: string } {
  const bytes = bytesOf(uri)
  const kind = KINDS.find(({ is }) => is(bytes))
  if (bytes.length > MAX_LOGO_BYTES) return { ok: false, message: `must be at most ${MAX_LOGO_BYTES / 1024} kB` }
  if (!kind) return { ok: false, message: "must be a PNG, JPEG, WebP or SVG image" }
  return { ok: true, uri: `data:${kind.type};base64,${bytes.toString("base64")}` }
}

/** Width and height in pixels, or in an SVG's units. */
type Size = { width: number; height: number }

export type LogoFile = { name: string; type: string; bytes: Buffer; size: Size | null }

/** The size that an image declares, so that a page keeps its place; null if it declares none. */
function sizeOf(type: string, bytes: Buffer): Size | null {
  const read = { "image/png": pngSize, "image/jpeg": jpegSize, "image/webp": webpSize }[type] ?? svgSize
  try {
    const { width, height } = read(bytes) ?? {}
    return width && height ? { width, height } : null
  } catch {
    // A read beyond the end of a file that ends before its size.
    return null
  }
}

/** The IHDR chunk comes first (PNG 1.2, 4.1.1). */
const pngSize = (bytes: Buffer): Size => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) })

/** The frame header, which has a marker from C0 to CF except C4, C8 and CC (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Buffer): Size | null {
  for (let at = 2; bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    // Any number of FF bytes may come before a marker (ITU-T T.81, B.1.1.2).
    while (bytes[at + 1] === 0xff) at += 1
    const marker = bytes.readUInt8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return null
}

/** By its first chunk: lossy (RFC 6386, 9.1), lossless (RFC 9649, 3.4) or extended (RFC 9649, 2.7). */
function webpSize(bytes: Buffer): Size | null {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case "VP8L": {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** The attributes of the first element, or else its viewBox (SVG 2, 8.2). Other units than pixels keep their ratio. */
function svgSize(bytes: Buffer): Size | null {
  const [svg = ""] = /<svg[^<>]*>/.exec(bytes.toString("utf8")) ?? []
  const [, , , boxWidth, boxHeight] = (
    /viewBox\s*=\s*["']\s*([^\s,"']+)[\s,]+([^\s,"']+)[\s,]+([^\s,"']+)[\s,]+([^\s,"']+)\s*["']/.exec(svg) ?? []
  ).map(Number)
  const given = (name: string) => Number(new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+(?=(px)?["']))`).exec(svg)?.[1])
  return { width: given("width") || boxWidth || 0, height: given("height") || boxHeight || 0 }
}

/** Whether the name has the form that `logoFile` gives. */
export const isLogoName = (name: unknown): boolean => /^[\w-]{22}\.(png|jpg|webp|svg)$/.test(String(name))

/** The file for a stored logo. Its name changes with its bytes, so a browser may cache it forever. */
export function logoFile(uri: string): LogoFile {
  const bytes = bytesOf(uri)
  const { type, ending } = KINDS.find(({ is }) => is(bytes)) as Kind
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
  return { name: `${hash}.${ending}`, type, bytes, size: sizeOf(type, bytes) }
}
