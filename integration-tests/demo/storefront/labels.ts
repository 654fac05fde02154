import type { CryptoPaymentLabels } from "../../../src/storefront"

/** The component's texts in the first of the shopper's languages that has them. English texts are in the component. */
export async function labelsFor(wished: readonly string[]): Promise<Partial<CryptoPaymentLabels>> {
  for (const tag of wished) {
    const { language } = new Intl.Locale(tag)
    if (language === "en") break
    // The bundler takes one file for each language.
    const found = await import(`../../../src/storefront/labels/${language}.ts`).catch(() => undefined)
    if (found) return found.default
  }
  return {}
}
