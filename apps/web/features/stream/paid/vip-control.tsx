/**
 * VIP from request to beginning: the price first, a way back while waiting (CHAT-21, CHAT-22). It cannot be requested
 * where its video could not be seen. What became of a request is said by vip-news.ts.
 */
import { Crown } from "lucide-react"
import { useEffect, useId, useRef } from "react"
import { CREDITS_PER_MINUTE } from "@foldcast/contracts/chat-rules"
import { isPending } from "@foldcast/folds/pending"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { shownPrice } from "./credit-price.ts"
import { sendInRoom } from "../room/send-in-room.ts"
import { OfferButton } from "./offer-button.tsx"
import { usePressCooldown } from "./use-press-cooldown.ts"
import { useFocusFallback } from "../room/use-focus-fallback.ts"
import { useGatewaySecond } from "../../../runtime/use-gateway-second.ts"

const isRequestPending = isPending("RequestVip")
const isStopPending = isPending("StopVip")
const isJoinPending = isPending("JoinRoom")

export interface VipControlProps {
  readonly name: string
  readonly performerId: string
  readonly room: RoomState
  /** The video could not be seen here. */
  readonly isUnavailable: boolean
  /** Whether it is the one loud action. */
  readonly isLoud: boolean
}

interface AskForVipProps extends Pick<VipControlProps, "isLoud" | "name" | "performerId"> {
  readonly terms: string
  /** Identifies the controls around it. */
  readonly place: string
}

function AskForVip({ performerId, name, isLoud, terms, place }: AskForVipProps) {
  const runtime = useRuntime()
  const { isHeld, press } = usePressCooldown(place)
  const isAsking = useSite(isRequestPending)
  return (
    <OfferButton
      action="vip"
      name={name}
      className={isLoud ? "offer__vip offer__vip--loud" : "offer__vip"}
      isPending={isAsking}
      aria-disabled={isHeld}
      aria-describedby={terms}
      creditsPerMinute={CREDITS_PER_MINUTE.vip}
      icon={<Crown size={18} aria-hidden="true" />}
      onMemberPress={() => {
        if (press()) sendInRoom(runtime, { _tag: "RequestVip", performerId })
      }}
    >
      {m.vip_request()}
    </OfferButton>
  )
}

/** Not a status: a screen reader would read every second. */
function TimeToJoin({ joinBy }: { readonly joinBy: number }) {
  const seconds = Math.max(0, Math.ceil((joinBy - useGatewaySecond()) / 1_000))
  return (
    <span role="timer" className="offer__time tabular">
      <TextRun>{m.vip_join_left({ seconds })}</TextRun>
    </span>
  )
}

/** Accepted VIP is joined by itself; this button is for where that failed. */
function JoinAccepted({ performerId, vipHold }: Pick<RoomState, "performerId" | "vipHold">) {
  const runtime = useRuntime()
  const isJoining = useSite(isJoinPending)
  return (
    <div className="offer__join">
      <Button
        variant="primary"
        isPending={isJoining}
        onPress={() => {
          sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "vip" })
        }}
      >
        {m.vip_join()}
      </Button>
      {vipHold?._tag === "Held" && <TimeToJoin joinBy={vipHold.joinBy} />}
    </div>
  )
}

function VipPrice({ name, id }: { readonly name: string; readonly id: string }) {
  const locale = useLocale()
  return (
    <p id={id} className="offer__price tabular">
      {m.vip_price({ name, ...shownPrice(CREDITS_PER_MINUTE.vip, locale) })}
    </p>
  )
}

export function VipControl(props: VipControlProps) {
  const { name, performerId, room, isUnavailable, isLoud } = props
  const { send } = useRuntime()
  const isStopping = useSite(isStopPending)
  const { vip, vipStopRefusal, mode, presence } = room
  const isRunning = presence._tag === "Inside" && presence.mode === "vip"
  const mayAsk = (mode === "free" || mode === "chat") && !isRunning
  const isAsked = vip._tag === "Requested" || vip._tag === "Accepted"
  const terms = useId()
  const group = useRef<HTMLDivElement>(null)
  useFocusFallback(group)
  const isUnstopped = vipStopRefusal !== null
  useEffect(() => {
    if (isUnstopped) console.warn("Unable to stop VIP.")
  }, [isUnstopped])
  return (
    <div ref={group} className="offer" role="group" aria-label="VIP" tabIndex={-1}>
      {mayAsk && !isUnavailable && !isAsked && (
        <AskForVip
          performerId={performerId}
          name={name}
          isLoud={isLoud}
          terms={terms}
          place={presence._tag === "Inside" ? presence.mode : presence._tag}
        />
      )}
      {vip._tag === "Requested" && (
        <Button
          isPending={isStopping}
          onPress={() => {
            send({ _tag: "StopVip", performerId })
          }}
        >
          {m.vip_cancel()}
        </Button>
      )}
      {mayAsk && vip._tag === "Accepted" && (
        <JoinAccepted performerId={performerId} vipHold={room.vipHold} />
      )}
      {mayAsk && (isAsked || !isUnavailable) && <VipPrice name={name} id={terms} />}
    </div>
  )
}
