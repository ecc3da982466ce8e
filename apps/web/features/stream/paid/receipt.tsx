/**
 * The receipt of a paid session: with whom, in what mode, duration, cost, and the movements that the account's history shows. It is scrolled
 * into view, out of full screen too, unless the stream box is out of view: then receipt-notice.tsx shows it.
 */
import { type RefObject, useEffect, useRef, useState } from "react"
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
import { receiptSession } from "./receipt-session.ts"
import { useDocumentRoom } from "../room/document-room.ts"
import { leaveFullScreen } from "../room/full-screen.ts"

export interface ReceiptCardProps {
  readonly name: string
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

/** What comes next: the loud step over the picture, or else the room itself. It has what the closed receipt had. */
const showNextStep = (box: HTMLElement | null) => {
  const step = box?.querySelector<HTMLElement>(".player__next .ui-button") ?? null
  const seen = step ?? box?.querySelector(".stage-box") ?? null
  seen?.scrollIntoView({ block: "nearest" })
  ;(step ?? box)?.focus({ preventScroll: true })
}

/** Answers what is told once the visitor closes it. */
const useNextStepShown = (place: RefObject<HTMLElement | null>): AbortController => {
  const [read] = useState(() => new AbortController())
  useEffect(() => {
    const box = place.current?.closest<HTMLElement>(".stream") ?? null
    // Run once the receipt is gone.
    return () => {
      if (read.signal.aborted) showNextStep(box)
    }
  }, [place, read])
  return read
}

export function ReceiptCard({ name, receipt, isInside }: ReceiptCardProps) {
  const locale = useLocale()
  const { dispatch } = useRuntime()
  const { seconds, credits, movementIds } = receipt
  const place = useBroughtIntoView(isInside)
  const read = useNextStepShown(place)
  return (
    <section ref={place} className="receipt" aria-labelledby="receipt-title" role="status">
      <h2 id="receipt-title">{m.receipt_title()}</h2>
      <p className="receipt__session">{receiptSession(receipt, name)}</p>
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
          read.abort()
          dispatch({ _tag: "ReceiptClosed" })
        }}
      >
        {m.receipt_close()}
      </Button>
    </section>
  )
}
