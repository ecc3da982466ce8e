/** The loaded movements: a table on a wide screen, a list on a phone (credits.css). */
import type { CreditMovement } from "@foldcast/contracts/queries/movements"
import { m } from "@foldcast/messages/messages"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { historyRows } from "./history-rows.ts"
import { MovementTableRow } from "./movement-row.tsx"
import { SessionRows } from "./session-rows.tsx"
import type { WithdrawablePurchase } from "./withdraw-purchase.tsx"

export interface HistoryTableProps {
  readonly movements: ReadonlyArray<CreditMovement>
  readonly onWithdraw: (purchase: WithdrawablePurchase) => void
}

export function HistoryTable({ movements, onWithdraw }: HistoryTableProps) {
  return (
    <table className="credits-table">
      <caption>
        <VisuallyHidden>{m.credits_table()}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{m.credits_column_time()}</th>
          <th scope="col">{m.credits_column_kind()}</th>
          <th scope="col" className="credits-table__number">
            {m.credits_column_amount()}
          </th>
          <th scope="col" className="credits-table__number">
            {m.credits_column_balance()}
          </th>
        </tr>
      </thead>
      {historyRows(movements).map((row) =>
        row._tag === "Session" ? (
          <SessionRows key={row.session.sessionId} row={row} />
        ) : (
          <tbody key={row.movement.movementId}>
            <MovementTableRow movement={row.movement} onWithdraw={onWithdraw} />
          </tbody>
        ),
      )}
    </table>
  )
}
