import de from "./json/de.json"
import en from "./json/en.json"
import es from "./json/es.json"
import fr from "./json/fr.json"
import it from "./json/it.json"
import ja from "./json/ja.json"
import nl from "./json/nl.json"
import pl from "./json/pl.json"
import ptBR from "./json/ptBR.json"

// No other file in this folder or below may be named index: Medusa loads each of them as translations
// (getI18nIndexFilesFromSources in its admin's Vite plugin searches all subfolders).

/**
 * The admin's texts by Medusa's names of its languages, in the namespace `cryptoPayments`, where a store may override
 * single texts. Missing texts are shown in English.
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
