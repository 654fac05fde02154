import type { PayPageLanguage, PayPageTexts } from "../../core/text/pay-page-texts"
import { ar } from "./ar"
import { de } from "./de"
import { en } from "./en"
import { es } from "./es"
import { fr } from "./fr"
import { it } from "./it"
import { ja } from "./ja"
import { nl } from "./nl"
import { pl } from "./pl"
import { pt } from "./pt"
import { zh } from "./zh"

export const TEXTS: Record<PayPageLanguage, PayPageTexts> = { en, de, fr, es, it, pt, nl, pl, ja, zh, ar }
