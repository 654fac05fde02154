import { de } from "./de"
import { en } from "./en"
import { es } from "./es"
import { fr } from "./fr"
import { it } from "./it"
import { ja } from "./ja"
import { nl } from "./nl"
import { pl } from "./pl"
import { ptBR } from "./ptBR"

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
