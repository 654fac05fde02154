import { datesIn } from "../format"

const now = new Date("2026-06-15T12:00:00Z")
const ago = (seconds: number, language = "en") =>
  datesIn(language).agoText(new Date(now.getTime() - seconds * 1000), now)

describe("dates in the admin", () => {
  it.each([
    [0, "now"],
    [59, "59 seconds ago"],
    [60, "1 minute ago"],
    [3_599, "59 minutes ago"],
    [3 * 3_600, "3 hours ago"],
    [86_400, "1 day ago"],
    [65 * 86_400, "2 months ago"],
    [800 * 86_400, "2 years ago"],
    [-150, "in 2 minutes"],
  ])("%i seconds ago is written as %s", (seconds, text) => {
    expect(ago(seconds)).toBe(text)
  })

  it("are written in the admin's language, also if Medusa's name for it has no dash, such as ptBR", () => {
    expect(ago(120, "ptBR")).toBe("há 2 minutos")
    expect(datesIn("de").dayText(new Date(2026, 5, 15, 12).toISOString())).toBe("15.06.2026")
    expect(datesIn("de").monthText("2026-06")).toBe("Juni 2026")
    expect(datesIn("en").dateText(new Date(2026, 5, 15, 12).toISOString())).toMatch(/^Jun 15, 2026, \d+:\d\d\s[AP]M$/)
  })
})
