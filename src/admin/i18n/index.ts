import { de } from "./de/texts"
import { en } from "./en/texts"
import { es } from "./es/texts"
import { fr } from "./fr/texts"
import { it } from "./it/texts"
import { ja } from "./ja/texts"
import { nl } from "./nl/texts"
import { pl } from "./pl/texts"
import { ptBR } from "./ptBR/texts"

// Medusa takes every index file in any folder below this one for a store's translations (getI18nIndexFilesFromSources of
// its admin's Vite plugin gives a depth of 0, which counts as none), so this must be the only one.

/**
 * The admin's translations, by the names that Medusa's admin has for its languages; all others fall back on English.
 * `cryptoPayments` is our namespace. A store's own may override them.
 */
export default {
  en: { cryptoPayments: en },
  de: { cryptoPayments: de },
  fr: { cryptoPayments: fr },
  es: { cryptoPayments: es },
  it: { cryptoPayments: it },
  ptBR: { cryptoPayments: ptBR },
  nl: { cryptoPayments: nl },
  pl: { cryptoPayments: pl },
  ja: { cryptoPayments: ja },
}
