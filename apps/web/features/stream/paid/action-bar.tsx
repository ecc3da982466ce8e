/** The actions of the moment: private, VIP, stop, tips, the own camera. An action that is not possible is not shown. */
import { CREDITS_PER_MINUTE } from "@foldcast/contracts/chat-rules"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { isPending } from "@foldcast/folds/pending"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { Banner } from "@foldcast/ui/banner.tsx"
import { isLowBalance } from "@foldcast/rules/money"
import { sendInRoom } from "../room/send-in-room.ts"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { selectBalance } from "../../site/selectors.ts"
import { BuyCredits } from "./buy-credits.tsx"
import { CamBackButton } from "../cam-back/cam-back.tsx"
import { shownPrice } from "./credit-price.ts"
import { LeavePrivate } from "./leave-private.tsx"
import { MemberButton } from "./member-button.tsx"
import { NoVideoNotice } from "./no-video-notice.tsx"
import { TipBar } from "./tip-bar.tsx"
import type { OwnCamBack } from "../cam-back/use-cam-back.ts"
import { useNoVideoReason } from "../room/use-room-video.ts"
import { VipControl } from "./vip-control.tsx"

const isJoinPending = isPending("JoinRoom")

export interface ActionBarProps {
  readonly profile: PerformerProfile
  readonly room: RoomState | null
  /** The visitor's own camera. */
  readonly camBack: OwnCamBack
}

function LowCredits({ creditsKicked }: { readonly creditsKicked: boolean }) {
  const locale = useLocale()
  const balance = useSite(selectBalance)
  if (balance === null || !isLowBalance(balance)) return null
  return (
    <Banner tone="info" action={<BuyCredits variant="quiet" />}>
      {(creditsKicked ? `${m.low_credits_kicked()} ` : "") +
        m.low_credits({ credits: formatCredits(balance, locale) })}
    </Banner>
  )
}

function GoPrivate({ performerId, name }: { performerId: string; name: string }) {
  const locale = useLocale()
  const runtime = useRuntime()
  const isWaiting = useSite(isJoinPending)
  return (
    <div className="offer">
      <MemberButton
        action="private"
        name={name}
        variant="primary"
        isPending={isWaiting}
        onMemberPress={() => {
          sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "chat" })
        }}
      >
        {m.stream_join_private()}
      </MemberButton>
      <p className="offer__price tabular">
        {m.stream_join_price(shownPrice(CREDITS_PER_MINUTE.chat, locale))}
      </p>
    </div>
  )
}

export function ActionBar({ profile, room, camBack }: ActionBarProps) {
  const { performerId, username: name, cybertoy } = profile
  const noVideo = useNoVideoReason()
  if (room?.presence._tag !== "Inside") return null
  const { mode } = room.presence
  const isOpen = room.mode === "free" || room.mode === "chat"
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
  return (
    <div className="actions">
      {/* During paid time the meter says how long the credits last. */}
      {room.paid === null && <LowCredits creditsKicked={room.creditsKicked} />}
      <TipBar
        name={name}
        performerId={performerId}
        tip={room.tip}
        place={`${mode} ${room.mode ?? ""} ${room.vip._tag}`}
        toySecondsPerLevel={
          room.settings.hasToy || cybertoy !== 0 ? (room.settings.toySecondsPerLevel ?? 1) : null
        }
      />
      {mode === "free" && isOpen && noVideo !== null && (
        <NoVideoNotice name={name} reason={noVideo} />
      )}
      <div className="actions__row">
        {mode === "free" && isOpen && noVideo === null && (
          <GoPrivate performerId={performerId} name={name} />
        )}
        {mode === "chat" && <LeavePrivate performerId={performerId} />}
        <VipControl
          name={name}
          performerId={performerId}
          room={room}
          isUnavailable={noVideo !== null}
        />
        {mode !== "free" && <CamBackButton name={name} own={camBack} />}
      </div>
    </div>
  )
}
