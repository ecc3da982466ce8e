/** One movement in the history's table: time, purpose, amount and balance. */
import type { ReactNode } from "react"
import type { CreditMovement } from "@foldcast/contracts/queries/movements"
import type { Locale } from "@foldcast/contracts/units"
import { formatMoment } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { KIND_WORDS } from "@foldcast/messages/movement-words"
import { formatCount } from "@foldcast/messages/number-formats"
import { classNames } from "@foldcast/ui/class-names"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useIsPageOn, useLocale } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"

/** A change: `+1.234`, `-12`, `0`. */
const signed = (amount: number, locale: Locale): string =>
  amount > 0 ? `+${formatCount(amount, locale)}` : formatCount(amount, locale)

/** The performer's name, as a link if profiles are switched on. */
function PerformerName({ name }: { readonly name: string }) {
  const isPageOn = useIsPageOn()
  return isPageOn("profile-model") ? (
    <SiteLink page="profile-model" params={{ model: name }}>
      {name}
    </SiteLink>
  ) : (
    <span translate="no">{name}</span>
  )
}

/** `with Robin`, `to Robin`: the name is at its place in the sentence. */
export function WithPerformer({
  performer,
  words,
}: {
  readonly performer: CreditMovement["performer"]
  readonly words: (inputs: { readonly name: string }) => string
}) {
  const name = performer?.username ?? null
  if (name === null) return null
  const mark = "\uE000"
  const [first = "", last = ""] = words({ name: mark }).split(mark)
  return (
    <>
      <TextRun>{first}</TextRun>
      <PerformerName name={name} />
      {last !== "" && <TextRun>{last}</TextRun>}
    </>
  )
}

export interface HistoryCellsProps {
  readonly at: number
  readonly amount: number
  readonly balance: number
  /** The purpose. */
  readonly children: ReactNode
  /** True for one movement of a session. */
  readonly isPart?: boolean
}

export function HistoryCells({ at, amount, balance, children, isPart = false }: HistoryCellsProps) {
  const locale = useLocale()
  return (
    <tr className={classNames("credits-row", isPart && "credits-row--part")}>
      <td className="credits-row__time">
        <time dateTime={new Date(at).toISOString()}>{formatMoment(at, locale)}</time>
      </td>
      <th scope="row" className="credits-row__what">
        {children}
      </th>
      <td
        className={classNames("credits-row__amount tabular", amount > 0 && "credits-row--in")}
        translate="no"
      >
        {signed(amount, locale)}
      </td>
      <td className="credits-row__balance tabular">
        <span className="credits-row__term">{`${m.credits_column_balance()} `}</span>
        <span translate="no">{formatCount(balance, locale)}</span>
      </td>
    </tr>
  )
}

export function MovementTableRow({
  movement,
  isPart = false,
}: {
  readonly movement: CreditMovement
  readonly isPart?: boolean
}) {
  const { at, amount, balance, kind, performer, movementId, transactionId } = movement
  return (
    <HistoryCells at={at} amount={amount} balance={balance} isPart={isPart}>
      <span className="credits-row__kind">
        <TextRun>{`${KIND_WORDS[kind]()} `}</TextRun>
        {!isPart && <WithPerformer performer={performer} words={m.credits_to} />}
      </span>
      <code className="credits-row__id" translate="no">
        {movementId}
      </code>
      {transactionId !== null && (
        <span className="credits-row__small">
          <TextRun>{`${m.credits_column_transaction()} `}</TextRun>
          <code translate="no">{transactionId}</code>
        </span>
      )}
    </HistoryCells>
  )
}
