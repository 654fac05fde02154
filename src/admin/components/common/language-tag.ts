/** Medusa names some languages without the dash that BCP 47 wants ("ptBR"); `Intl` takes only "pt-BR". */
export const languageTag = (code: string): string => code.replace(/^([a-z]{2})([A-Z]{2})$/, "$1-$2")
