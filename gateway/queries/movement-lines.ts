/**
 * Movements as lines of a CSV file (RFC 4180, UTF-8 with a byte order mark for spreadsheets). Pure.
 *
 * Invariant: no text becomes a formula: a cell that begins like one gets an apostrophe in front (OWASP, "CSV
 * injection"). Our own whole numbers stay unchanged.
 */
import type { CreditMovement } from "@foldcast/contracts/queries/movements"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { KIND_WORDS } from "@foldcast/messages/movement-words"
import { vatParts } from "@foldcast/rules/money"

const BYTE_ORDER_MARK = "\uFEFF"
const LINE_END = "\r\n"

type Word = (inputs: Record<string, never>, options: { readonly locale: Locale }) => string

const HEADINGS: ReadonlyArray<Word> = [
  m.credits_column_time,
  m.credits_column_kind,
  m.credits_column_performer,
  m.credits_column_amount,
  m.credits_column_balance,
  m.credits_column_session,
  m.credits_column_movement,
  m.credits_column_transaction,
  m.credits_column_paid,
  m.credits_column_vat,
  m.credits_column_currency,
]

/**
 * The first characters of a formula in the various spreadsheets, also after white space, and after a semicolon or a
 * line end, where some of them split a cell despite its quotes.
 */
const FORMULA = /(?<=^|[;\n])(?=\s*[=+\-@\t\r＝＋－＠])/gu

const textCell = (text: string): string =>
  `"${text.replaceAll(FORMULA, "'").replaceAll('"', '""')}"`

export const movementHeading = (locale: Locale): string =>
  BYTE_ORDER_MARK + HEADINGS.map((word) => textCell(word({}, { locale }))).join(",") + LINE_END

/** With a point in every language, as the currency's code beside it: for programs. */
const euro = (cents: number): string => (cents / 100).toFixed(2)

/** What was paid, the VAT in it, and in what; below zero where it is given back, empty where nothing was paid. */
const paidCells = ({ paidCents, kind }: CreditMovement): ReadonlyArray<string> => {
  if (paidCents === null) return ["", "", ""]
  const { grossCents, vatCents } = vatParts(paidCents)
  const sign = kind === "withdrawal" ? -1 : 1
  return [euro(sign * grossCents), euro(sign * vatCents), textCell("EUR")]
}

/** Times are in UTC, so that a file reads the same everywhere. */
export const movementLine = (movement: CreditMovement, locale: Locale): string => {
  const { at, kind, performer, amount, balance, session, movementId, transactionId } = movement
  return (
    [
      textCell(new Date(at).toISOString()),
      textCell(KIND_WORDS[kind]({}, { locale })),
      textCell(performer?.username ?? ""),
      String(amount),
      String(balance),
      textCell(session?.sessionId ?? ""),
      textCell(movementId),
      textCell(transactionId ?? ""),
      ...paidCells(movement),
    ].join(",") + LINE_END
  )
}

export const cutLine = (locale: Locale): string =>
  textCell(m.credits_file_cut({}, { locale })) + LINE_END
