/**
 * The English texts in another language: the same keys, each with a text, but the plural forms of that language. i18next
 * takes the form from the end of the key, by `Intl.PluralRules`. The form `many` of French, Spanish and Italian is left
 * out: it is for whole millions.
 */
type Translation<English, Form extends string> = {
  [Key in keyof English as Key extends `${string}_one`
    ? never
    : Key extends `${infer Base}_other`
      ? `${Base}${Form}`
      : Key]: English[Key] extends string ? string : Translation<English[Key], Form>
}

export type InOneForm<English> = Translation<English, "_other">
export type InTwoForms<English> = Translation<English, "_one" | "_other">
export type InFourForms<English> = Translation<English, "_one" | "_few" | "_many" | "_other">

/**
 * For a language whose name in Medusa `Intl.PluralRules` does not take ("ptBR"): i18next then looks for the key without
 * a form, whatever the count, so its text must fit every number.
 */
export type InPlainAndTwoForms<English> = Translation<English, "" | "_one" | "_other">
