/**
 * The receipt of a paid session: duration, cost, and the movements that the account's history shows. It is scrolled
 * into view, out of full screen too, unless the stream box is out of view: then receipt-notice.tsx shows it.
 */
import { useEffect, useRef } from "react"
import type { ReceiptState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { LimitsLink } from "../../site/limits-link.tsx"
import { PaperHeading } from "../../site/paper-heading.tsx"
import { SiteLink } from "../../site/site-link.tsx"
import { clockText } from "../../site/clock-text.ts"
import { shownPrice } from "./credit-price.ts"
import { useDocumentRoom } from "../room/document-room.ts"
import { leaveFullScreen } from "../room/full-screen.ts"

export interface ReceiptCardProps {
  readonly receipt: ReceiptState
  readonly isInside: boolean
}

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Again when `isInside` changes: sticky parts of the page come and go with it. */
const useBroughtIntoView = (isInside: boolean) => {
  const place = useRef<HTMLElement>(null)
  const { setReceiptAway } = useDocumentRoom()
  useEffect(() => {
    const bring = async () => {
      await leaveFullScreen()
      const { current } = place
      const box = current?.closest(".stream") ?? null
      if (current === null || box === null) return
      if (isInView(box)) current.scrollIntoView({ block: "nearest" })
      else setReceiptAway(true)
    }
    void bring()
  }, [isInside, setReceiptAway])
  useEffect(
    () => () => {
      setReceiptAway(false)
    },
    [setReceiptAway],
  )
  return place
}

export function ReceiptCard({ receipt, isInside }: ReceiptCardProps) {
  const locale = useLocale()
  const { dispatch } = useRuntime()
  const { seconds, credits, movementIds } = receipt
  const place = useBroughtIntoView(isInside)
  return (
    <section ref={place} className="receipt" aria-labelledby="receipt-title" role="status">
      <h2 id="receipt-title">{m.receipt_title()}</h2>
      <PaperHeading />
      <dl className="meter tabular">
        <div>
          <dt>{m.receipt_duration()}</dt>
          <dd translate="no">{clockText(seconds)}</dd>
        </div>
        <div>
          <dt>{m.receipt_cost()}</dt>
          <dd translate={credits === 0 ? undefined : "no"}>
            <TextRun>
              {credits === 0 ? m.receipt_nothing() : m.meter_amount(shownPrice(credits, locale))}
            </TextRun>
          </dd>
        </div>
      </dl>
      {movementIds.length > 0 && (
        <details>
          <summary>{m.receipt_movements()}</summary>
          <ul>
            {movementIds.map((id) => (
              <li key={id}>
                <code translate="no">{id}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <SiteLink page="settings-credits">{m.receipt_history()}</SiteLink>
      <LimitsLink />
      <Button
        onPress={() => {
          dispatch({ _tag: "ReceiptClosed" })
        }}
      >
        {m.receipt_close()}
      </Button>
    </section>
  )
}
