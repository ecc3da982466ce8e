/** One movement in the history's table: time, purpose, amount in credits and euro, and balance. */
import type { ReactNode } from "react"
import type { CreditMovement } from "@foldcast/contracts/queries/movements"
import type { Locale } from "@foldcast/contracts/units"
import { formatMoment } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { KIND_WORDS } from "@foldcast/messages/movement-words"
import { formatCount, formatMoney } from "@foldcast/messages/number-formats"
import { classNames } from "@foldcast/ui/class-names"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useIsPageOn, useLocale } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"
import { creditCents } from "../stream/paid/credit-price.ts"
import { MovementIds } from "./movement-ids.tsx"
import { PurchaseReceipt } from "./purchase-receipt.tsx"
import { type WithdrawablePurchase, withdrawable } from "./withdraw-purchase.tsx"

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
  /** What was paid for a bundle; null: what credits that were spent are worth is shown instead. */
  readonly paidCents: number | null
  readonly balance: number
  /** The purpose. */
  readonly children: ReactNode
  /** True for one movement of a session. */
  readonly isPart?: boolean
}

/** In euro: what was paid, or what the credits that went are worth at the base price. Null: nothing went. */
const euroText = (amount: number, paidCents: number | null, locale: Locale): string | null => {
  // Credits that went for money: it was given back.
  if (paidCents !== null) return formatMoney(amount < 0 ? -paidCents : paidCents, locale)
  return amount < 0 ? `≈\u00A0${formatMoney(creditCents(-amount), locale)}` : null
}

export function HistoryCells({
  at,
  amount,
  paidCents,
  balance,
  children,
  isPart = false,
}: HistoryCellsProps) {
  const locale = useLocale()
  const euro = euroText(amount, paidCents, locale)
  return (
    <tr className={classNames("credits-row", isPart && "credits-row--part")}>
      <td className="credits-row__time">
        <time dateTime={new Date(at).toISOString()}>
          <TextRun>{formatMoment(at, locale)}</TextRun>
        </time>
      </td>
      <th scope="row" className="credits-row__what">
        {children}
      </th>
      <td className="credits-row__amount tabular" translate="no">
        <span className={classNames(amount > 0 && "credits-row--in")}>
          {signed(amount, locale)}
        </span>
        {euro !== null && <span className="credits-row__euro">{` ${euro}`}</span>}
      </td>
      <td className="credits-row__balance tabular">
        <span className="credits-row__term">{`${m.credits_column_balance()} `}</span>
        <span translate="no">{formatCount(balance, locale)}</span>
      </td>
    </tr>
  )
}

/** The ids are folded: a purchase has them on its receipt, and a session's movements show only when it is opened. */
function MovementDetails({
  movement,
  isPart,
  onWithdraw,
}: {
  readonly movement: CreditMovement
  readonly isPart: boolean
  readonly onWithdraw: ((purchase: WithdrawablePurchase) => void) | undefined
}) {
  const locale = useLocale()
  const { kind, paidCents } = movement
  if (kind === "bundle" && paidCents !== null) {
    const purchase = withdrawable(movement)
    return (
      <>
        <PurchaseReceipt movement={movement} paidCents={paidCents} />
        {purchase !== null && onWithdraw !== undefined && (
          <span className="credits-row__withdrawal">
            <Button
              variant="link"
              className="credits-row__open"
              onPress={() => {
                onWithdraw(purchase)
              }}
            >
              {m.withdrawal_open()}
            </Button>
            <span className="credits-row__small">
              <TextRun>
                {m.withdrawal_until({ when: formatMoment(purchase.until, locale) })}
              </TextRun>
            </span>
          </span>
        )}
      </>
    )
  }
  if (isPart) return <MovementIds {...movement} />
  return (
    <details className="credits-row__details">
      <summary>{m.credits_details()}</summary>
      <MovementIds {...movement} />
    </details>
  )
}

export function MovementTableRow({
  movement,
  isPart = false,
  onWithdraw,
}: {
  readonly movement: CreditMovement
  readonly isPart?: boolean
  /** Absent in a session, where no purchase is. */
  readonly onWithdraw?: (purchase: WithdrawablePurchase) => void
}) {
  const { at, amount, balance, kind, performer, paidCents } = movement
  return (
    <HistoryCells at={at} amount={amount} paidCents={paidCents} balance={balance} isPart={isPart}>
      <span className="credits-row__kind">
        <TextRun>{`${KIND_WORDS[kind]()} `}</TextRun>
        {!isPart && <WithPerformer performer={performer} words={m.credits_to} />}
      </span>
      <MovementDetails movement={movement} isPart={isPart} onWithdraw={onWithdraw} />
    </HistoryCells>
  )
}
