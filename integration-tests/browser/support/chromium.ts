import { readFileSync } from "node:fs"
import { type Browser, chromium, type Locator, type Page } from "playwright-core"
import { findChromium } from "../../support/machine"

/** For containers without a graphics card and Chromium's sandbox. They also stop the browser's own requests. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")

export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: FLAGS })
}

/** Serious and critical findings of axe in a part of the page, one line each. */
export async function seriousFindings(page: Page, within: string | Locator): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  return (typeof within === "string" ? page.locator(within) : within).evaluate(findSerious)
}

/** Saves a screenshot for people if SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(" ", "-")}.png`, fullPage: true })
}

type AxeResult = { violations: { id: string; impact: string; nodes: { html: string }[] }[] }

/** Runs in the page. It waits for transitions to end, because a dialog that fades in has too little contrast. */
async function findSerious(within: Element): Promise<string[]> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(passing.map(({ finished }) => finished))
  const { axe } = globalThis as unknown as { axe: { run: (where: unknown, how: object) => Promise<AxeResult> } }
  const { violations } = await axe.run(within, { resultTypes: ["violations"] })
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${id} (${impact}): ${html.slice(0, 200)}`))
}
