/**
 * What a status word of the service means. The specification names only the first word of a payment, so the others are
 * settings, and a word in none of them is `unknown`: it may mean that the payment is paid.
 */
const WORD_CLASSES = ["initial", "cleared", "seen", "unpaid", "unknown"] as const
export type WordClass = (typeof WORD_CLASSES)[number]

/** The status of every new payment (specification, "States and transitions"). */
export const INITIAL_STATUS = "awaiting_payment"

/** The settings that list words; see core/connection/setting-table.ts. */
type StatusWords = Record<"clearedStatuses" | "seenStatuses" | "unpaidStatuses", readonly string[]>

/** A word in two lists has the meaning of the first: money is never overlooked because of another entry. */
export function classifyWord(word: string, words: StatusWords): WordClass {
  if (isAmong(word, [INITIAL_STATUS])) return "initial"
  if (isAmong(word, words.clearedStatuses)) return "cleared"
  if (isAmong(word, words.seenStatuses)) return "seen"
  return isAmong(word, words.unpaidStatuses) ? "unpaid" : "unknown"
}

/** Whether the word is one of these. Case, and the sign between two parts of a word, do not count. */
export const isAmong = (word: string, words: readonly string[]): boolean =>
  words.some((one) => plainWord(one) === plainWord(word))

const plainWord = (word: string): string => word.trim().toLowerCase().replaceAll(/[\s-]/g, "_")

/** What a row stores of an answer; none of it settles anything. */
type ReadAnswer = {
  remote_status: string
  confirmations: number
  /** When money was first seen or may have been sent; null if nothing was. */
  seen_at: Date | null
  /** The word is in no list, so the payment may be paid. */
  status_unknown: boolean
}

type Answer = { status: string; confirmations: number }

/**
 * Reads a status lookup of a payment that has not cleared. A confirmation means that money was sent, unless the service
 * counts confirmations from the start: then they count only beside a word that says so.
 * @param before when money was seen until now
 */
export function readAnswer(
  { status, confirmations: counted }: Answer,
  settings: StatusWords & { confirmationsFromStart: boolean },
  before: Date | null,
  now: Date,
): ReadAnswer {
  const meaning = classifyWord(status, settings)
  const saysSent = meaning === "seen" || meaning === "cleared"
  const confirmations = settings.confirmationsFromStart && !saysSent ? 0 : counted
  const isSeen = saysSent || meaning === "unknown" || confirmations > 0
  return {
    remote_status: status,
    confirmations,
    seen_at: isSeen ? (before ?? now) : null,
    status_unknown: meaning === "unknown",
  }
}

/**
 * Whether a 404 or 410 for a payment of the asked account is an answer. While the quote is valid the service must know
 * the payment; afterwards it may forget it, which means "not paid" unless money was seen.
 */
export const isForgotten = ({ quote_expires_at }: { quote_expires_at: Date }, now: Date): boolean =>
  now >= quote_expires_at
