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
