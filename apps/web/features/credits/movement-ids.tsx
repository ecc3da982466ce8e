/** The ids of a movement, each with a button that copies it. */
import type { CreditMovement } from "@foldcast/contracts/queries/movements"
import { m } from "@foldcast/messages/messages"
import { CopyButton } from "../site/copy-button.tsx"

export type MovementIdsProps = Pick<CreditMovement, "movementId" | "transactionId">

export function MovementIds({ movementId, transactionId }: MovementIdsProps) {
  const ids = [
    { term: m.credits_column_movement(), id: movementId },
    { term: m.credits_column_transaction(), id: transactionId },
  ]
  return (
    <dl className="credits-ids">
      {ids.map(
        ({ term, id }) =>
          id !== null && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <code translate="no">{id}</code>
                <CopyButton text={id} />
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
