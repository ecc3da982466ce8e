/**
 * The actions of the moment: tips, private, VIP, the own camera. An action that is not possible is not shown; what ends
 * paid time stands with its meter (paid-bar.tsx), and what became of them in room-notes.tsx. The action of the chosen
 * tab is the loud one.
 */
import { useId } from "react"
import { Lock } from "lucide-react"
import { CREDITS_PER_MINUTE } from "@foldcast/contracts/chat-rules"
import { type LiveTab, TAB } from "@foldcast/contracts/client-facts/live-tab"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { isInCall } from "@foldcast/folds/call"
import { isPending } from "@foldcast/folds/pending"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { sendInRoom } from "../room/send-in-room.ts"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { CamBackButton } from "../cam-back/cam-back.tsx"
import { shownPrice } from "./credit-price.ts"
import { LeavePrivate } from "./leave-private.tsx"
import { OfferButton } from "./offer-button.tsx"
import { NoVideoNotice } from "./no-video-notice.tsx"
import { tipAvailability } from "./tip-availability.ts"
import { TipBar } from "./tip-bar.tsx"
import type { OwnCamBack } from "../cam-back/use-cam-back.ts"
import { useNoVideoReason } from "../room/use-room-video.ts"
import { VipControl } from "./vip-control.tsx"

const isJoinPending = isPending("JoinRoom")

export interface ActionBarProps {
  readonly profile: PerformerProfile
  readonly room: RoomState | null
  readonly tab: LiveTab
  /** The visitor's own camera. */
  readonly camBack: OwnCamBack
}

interface GoPrivateProps {
  readonly performerId: string
  readonly name: string
  readonly isLoud: boolean
  /** A call is the whole price. */
  readonly isByPhone?: boolean
}

function GoPrivate({ performerId, name, isLoud, isByPhone = false }: GoPrivateProps) {
  const locale = useLocale()
  const runtime = useRuntime()
  const terms = useId()
  const look = {
    variant: isLoud ? "primary" : "secondary",
    isPending: useSite(isJoinPending),
    "aria-describedby": terms,
  } as const
  const icon = <Lock size={18} aria-hidden="true" />
  const join = () => {
    sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "chat" })
  }
  return (
    <div className="offer">
      {isByPhone ? (
        <Button {...look} onPress={join}>
          {icon}
          {m.stream_join_private()}
        </Button>
      ) : (
        <OfferButton
          {...look}
          action="private"
          name={name}
          creditsPerMinute={CREDITS_PER_MINUTE.chat}
          icon={icon}
          onMemberPress={join}
        >
          {m.stream_join_private()}
        </OfferButton>
      )}
      <p id={terms} className="offer__price tabular">
        <TextRun>
          {isByPhone
            ? m.call_private_terms()
            : m.stream_join_price(shownPrice(CREDITS_PER_MINUTE.chat, locale))}
        </TextRun>
      </p>
    </div>
  )
}

export function ActionBar({ profile, room, tab, camBack }: ActionBarProps) {
  const { performerId, username: name, cybertoy } = profile
  const noVideo = useNoVideoReason()
  const isCalling = useSite(isInCall)
  if (room?.presence._tag !== "Inside") return null
  const { mode } = room.presence
  const isOpen = room.mode === "free" || room.mode === "chat"
  const tips = tipAvailability(room)
  if (room.dialIn) {
    return (
      <div className="actions">
        <p>{m.stream_by_phone()}</p>
        <div className="actions__row">
          <LeavePrivate performerId={performerId} />
        </div>
      </div>
    )
  }
  // Who pays by phone buys nothing else.
  if (isCalling) {
    return mode === "free" && isOpen ? (
      <div className="actions">
        {noVideo === null ? (
          <GoPrivate performerId={performerId} name={name} isLoud isByPhone />
        ) : (
          <NoVideoNotice name={name} reason={noVideo} />
        )}
      </div>
    ) : null
  }
  return (
    <div className="actions">
      {tips !== "offline" && (
        <TipBar
          name={name}
          performerId={performerId}
          place={`${mode} ${room.mode ?? ""} ${room.vip._tag}`}
          isClosed={tips === "inVipElsewhere"}
          toySecondsPerLevel={
            room.settings.hasToy || cybertoy !== 0 ? (room.settings.toySecondsPerLevel ?? 1) : null
          }
        />
      )}
      {mode === "free" && isOpen && noVideo !== null && (
        <NoVideoNotice name={name} reason={noVideo} />
      )}
      <div className="actions__row">
        {mode === "free" && isOpen && noVideo === null && (
          <GoPrivate
            performerId={performerId}
            name={name}
            isLoud={tab !== TAB.vip && room.vip._tag !== "Accepted"}
          />
        )}
        {/* Where the way into private was, so that a second press there buys nothing. */}
        {mode !== "free" && <CamBackButton name={name} own={camBack} />}
        <VipControl
          name={name}
          performerId={performerId}
          room={room}
          isUnavailable={noVideo !== null}
          isLoud={tab === TAB.vip}
        />
      </div>
    </div>
  )
}
