/**
 * What a room says of money and of what was pressed: at the end of the conversation, which gives it the room, so that
 * nothing else moves when it comes or goes.
 */
import { CREDITS_PER_MINUTE } from "@foldcast/contracts/chat-rules"
import type { LiveTab } from "@foldcast/contracts/client-facts/live-tab"
import { isMember } from "@foldcast/folds/account"
import { isInCall } from "@foldcast/folds/call"
import { isPending } from "@foldcast/folds/pending"
import type { Locale } from "@foldcast/contracts/units"
import type { RoomState, TipOutcome } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { isLowBalance } from "@foldcast/rules/money"
import { Banner } from "@foldcast/ui/banner.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { selectBalance } from "../../site/selectors.ts"
import { composerState } from "./composer-state.ts"
import { useDocumentRoomView } from "../room/document-room.ts"
import { BuyCredits } from "../paid/buy-credits.tsx"
import { CostWarning } from "../paid/cost-meter.tsx"
import { tipAvailability } from "../paid/tip-availability.ts"
import { tipNews } from "../paid/tip-news.ts"
import { vipNews } from "../paid/vip-news.ts"
import "./room-notes.css"

const isJoinPending = isPending("JoinRoom")

export interface RoomNotesProps {
  readonly name: string
  readonly room: RoomState
  readonly tab: LiveTab
}

function LowCredits({ creditsKicked }: Pick<RoomState, "creditsKicked">) {
  const locale = useLocale()
  const balance = useSite(selectBalance)
  if (balance === null || !isLowBalance(balance)) return null
  return (
    <Banner tone="info" action={<BuyCredits variant="quiet" />}>
      {(creditsKicked && balance < CREDITS_PER_MINUTE.chat ? `${m.low_credits_kicked()} ` : "") +
        m.low_credits({ credits: formatCredits(balance, locale) })}
    </Banner>
  )
}

const tipText = (
  room: RoomState,
  readTip: TipOutcome | null,
  { name, locale }: { readonly name: string; readonly locale: Locale },
): string | null => {
  switch (tipAvailability(room)) {
    case "offline":
      return null
    case "inVipElsewhere":
      return m.tip_closed_vip({ name })
    case "open":
      return room.tip === readTip ? null : tipNews(room.tip, name, locale)
  }
}

function Actions({ name, room }: Omit<RoomNotesProps, "tab">) {
  const locale = useLocale()
  const isJoining = useSite(isJoinPending)
  const { readTip } = useDocumentRoomView()
  return (
    <>
      <p role="status">
        <TextRun>{vipNews(room, { name, locale, isJoining })}</TextRun>
      </p>
      <p role="status">
        <TextRun>{tipText(room, readTip, { name, locale })}</TextRun>
      </p>
    </>
  )
}

/** Before a message is written that nobody would take. */
function CreditsToWrite({ room, tab }: Omit<RoomNotesProps, "name">) {
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const hasMember = useSite(isMember)
  const state = composerState(room, tab, { isMember: hasMember })
  const { messagePrice } = room.settings
  const isCharged = state._tag === "Open" && state.isCharged
  if (!isCharged || balance === null || balance >= messagePrice) return null
  return (
    <p>
      <TextRun>{m.chat_needs_credits({ credits: formatCredits(messagePrice, locale) })}</TextRun>
    </p>
  )
}

export function RoomNotes({ name, room, tab }: RoomNotesProps) {
  const isCalling = useSite(isInCall)
  const hasActions = room.presence._tag === "Inside" && !room.dialIn && !isCalling
  return (
    <div className="room-notes">
      {hasActions && <Actions name={name} room={room} />}
      <CreditsToWrite room={room} tab={tab} />
      {room.paid !== null && <CostWarning paid={room.paid} />}
      {/* During paid time the meter says how long the credits last. */}
      {hasActions && room.paid === null && <LowCredits creditsKicked={room.creditsKicked} />}
    </div>
  )
}
