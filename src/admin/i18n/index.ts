import de from "./json/de.json"
import en from "./json/en.json"
import es from "./json/es.json"
import fr from "./json/fr.json"
import it from "./json/it.json"
import ja from "./json/ja.json"
import nl from "./json/nl.json"
import pl from "./json/pl.json"
import ptBR from "./json/ptBR.json"

// This must be the only index file in this folder and below: Medusa takes each of them for a store's translations
// (getI18nIndexFilesFromSources in its admin's Vite plugin crawls with a depth of 0, which means no limit).

/**
 * The admin's texts, under the names that Medusa's admin has for its languages. A text that a language lacks is shown in
 * English. `cryptoPayments` is our namespace; a store may override single texts in it.
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
