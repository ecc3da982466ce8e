/**
 * The state of the browser's call, in the header of every page: pending, in call, or ended. While it goes on, what it
 * costs and the button that ends it (DIALIN-17 to DIALIN-19). The header belongs to the first script, so that this is
 * rendered into it.
 */
import { type LucideIcon, PhoneCall, PhoneOff, PhoneOutgoing } from "lucide-react"
import { createPortal } from "react-dom"
import { callOf } from "@foldcast/folds/call"
import type { Call } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { useSite } from "../../runtime/react.tsx"
import { CallFigures } from "./call-meter.tsx"
import { HangUpButton } from "./hang-up-button.tsx"
import "./call.css"

interface Badge {
  readonly state: "pending" | "in_call" | "ended"
  readonly Icon: LucideIcon
  readonly text: () => string
  /** As it is read out, where that is more than its text. */
  readonly spoken?: () => string
}

const ENDED: Badge = {
  state: "ended",
  Icon: PhoneOff,
  text: m.call_ended,
}

const BADGES: Readonly<Record<Exclude<Call["_tag"], "None">, Badge>> = {
  Pending: {
    state: "pending",
    Icon: PhoneOutgoing,
    text: m.call_pending,
  },
  InCall: {
    state: "in_call",
    Icon: PhoneCall,
    text: m.call_in_call,
    spoken: m.call_announced,
  },
  Ended: ENDED,
  Expired: ENDED,
}

export function CallBadge() {
  const call = useSite(callOf)
  const place = document.querySelector(".site-header__row")
  if (call._tag === "None" || place === null) return null
  const { state, Icon, text, spoken = text } = BADGES[call._tag]
  return createPortal(
    <div className="call-badge" data-state={state} role="group" aria-label={m.call_label()}>
      <Icon size={20} aria-hidden="true" className="call-badge__icon" />
      <span className="call-badge__text" aria-hidden="true">
        <TextRun>{text()}</TextRun>
      </span>
      <span role="status">
        <VisuallyHidden>
          <TextRun>{spoken()}</TextRun>
        </VisuallyHidden>
      </span>
      {call._tag === "InCall" && (
        <>
          <CallFigures call={call} />
          <HangUpButton className="call-badge__end" />
        </>
      )}
    </div>,
    place,
  )
}
