/**
 * Movements as lines of a CSV file (RFC 4180, UTF-8 with a mark, so that spreadsheets read it as such). Pure.
 *
 * Invariant: no text of anybody's becomes a formula: a cell that begins like one begins with an apostrophe instead
 * (OWASP, "CSV injection"). Whole numbers of ours stand as they are.
 */
import type { CreditMovement } from "@foldcast/contracts/queries/movements"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { KIND_WORDS } from "@foldcast/messages/movement-words"

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
]

/**
 * With what a formula begins in one of the spreadsheets, also behind white space; and behind a semicolon or a
 * line's end, at which some of them break a line, whatever quotes stand around it.
 */
const FORMULA = /(?<=^|[;\n])(?=\s*[=+\-@\t\r＝＋－＠])/gu

const textCell = (text: string): string =>
  `"${text.replaceAll(FORMULA, "'").replaceAll('"', '""')}"`

/** The mark and the names of the columns. */
export const movementHeading = (locale: Locale): string =>
  BYTE_ORDER_MARK + HEADINGS.map((word) => textCell(word({}, { locale }))).join(",") + LINE_END

/** Moments in UTC, so that a file reads the same wherever it is opened. */
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
    ].join(",") + LINE_END
  )
}

/** The last line of a file that does not hold all. */
export const cutLine = (locale: Locale): string =>
  textCell(m.credits_file_cut({}, { locale })) + LINE_END
