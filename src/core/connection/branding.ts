import { createHash } from "node:crypto"

/** A color in the form that HTML's `<input type="color">` returns. */
export const COLOR = /^#[0-9a-f]{6}$/

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

export type LogoFile = { name: string; type: string; bytes: Buffer }

/** Whether the name has the form that `logoFile` gives. */
export const isLogoName = (name: unknown): boolean => /^[\w-]{22}\.(png|jpg|webp|svg)$/.test(String(name))

/** The file for a stored logo. Its name changes with its bytes, so a browser may cache it forever. */
export function logoFile(uri: string): LogoFile {
  const bytes = bytesOf(uri)
  const { type, ending } = KINDS.find(({ is }) => is(bytes)) as Kind
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
  return { name: `${hash}.${ending}`, type, bytes }
}
