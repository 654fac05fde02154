/**
 * Minor-unit exponents of ISO 4217 list one (checked in a test against the published table of the
 * `currency-codes` package). Intl's display digits are not used anywhere: for fifteen currencies they
 * say 0 where ISO 4217 says 2 (HUF, COP, IDR …), and a wrong exponent is a price wrong by a hundred.
 *
 * Codes without a minor unit at all (metals, XDR, test codes) are no prices and are left out.
 */
const BY_EXPONENT: Record<0 | 2 | 3 | 4, string> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
    CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD
    HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP
    MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
    SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES
    WST XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
}

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries(BY_EXPONENT).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(exponent)]),
  ),
)

/**
 * Decimal places between one unit of a currency and its minor unit.
 * @param currency ISO 4217 code in any case (Medusa stores them in small letters)
 * @returns the exponent, or undefined for a code that ISO 4217 does not list as money
 */
export function currencyExponent(currency: string): number | undefined {
  return EXPONENTS.get(currency.toUpperCase())
}

export const knownCurrencies = (): string[] => [...EXPONENTS.keys()]
