import { currencyExponent } from "../../../../src/core/money/units"

/** Floating-point numbers of a story are exact to this part of a minor unit. */
const EXACT = 1e-4

const scaleOf = (currency: string): number => 10 ** (currencyExponent(currency) ?? 2)

/** Medusa's amount in minor units of the currency, with its fraction. */
export const minorUnits = (amount: unknown, currency: string): number => Number(amount) * scaleOf(currency)

/** Minor units in major units, as Medusa's API takes them. */
export const majorUnits = (minor: number, currency: string): number => Number((minor / scaleOf(currency)).toFixed(12))

/** Half up, and nothing below one minor unit. */
export const whole = (minor: number): number => (minor < 1 - EXACT ? 0 : Math.floor(minor + 0.5 + EXACT))

export const isSame = (a: number, b: number): boolean => Math.abs(a - b) < EXACT
