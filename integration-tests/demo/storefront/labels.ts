import type { CryptoPaymentLabels } from "../../../src/storefront"

/** One file for each language, so that a shopper loads only one. The component has the English texts. */
const LANGUAGES: Record<string, () => Promise<{ default: CryptoPaymentLabels }>> = {
  ar: () => import("../../../src/storefront/labels/ar"),
  de: () => import("../../../src/storefront/labels/de"),
  es: () => import("../../../src/storefront/labels/es"),
  fr: () => import("../../../src/storefront/labels/fr"),
  it: () => import("../../../src/storefront/labels/it"),
  ja: () => import("../../../src/storefront/labels/ja"),
  nl: () => import("../../../src/storefront/labels/nl"),
  pl: () => import("../../../src/storefront/labels/pl"),
  pt: () => import("../../../src/storefront/labels/pt"),
  zh: () => import("../../../src/storefront/labels/zh"),
}

/** The component's texts in the first of the shopper's languages that has them. */
export async function labelsFor(wished: readonly string[]): Promise<Partial<CryptoPaymentLabels>> {
  for (const tag of wished) {
    const { language } = new Intl.Locale(tag)
    if (language === "en") break
    const load = LANGUAGES[language]
    if (load) return (await load()).default
  }
  return {}
}
