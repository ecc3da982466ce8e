/**
 * VIP from asking to ending: the price first, waiting with a way back, a question before it ends (CHAT-21 to 24).
 * Callers: the action bar, the player over the whole screen.
 */
import { Crown } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { CREDITS_PER_MINUTE } from "@foldcast/contracts/chat-rules"
import type { Locale } from "@foldcast/contracts/units"
import { isPending } from "@foldcast/folds/pending"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { AlertDialog } from "@foldcast/ui/alert-dialog.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { shownPrice } from "./credit-price.ts"
import { sendInRoom } from "./send-in-room.ts"
import { vipHoldText } from "./vip-hold-text.ts"
import { MemberButton } from "./member-button.tsx"
import { refusalUntil, vipRefusal } from "./refusal-texts.ts"
import { useKeptFocus } from "./use-kept-focus.ts"

const isRequestPending = isPending("RequestVip")
const isStopPending = isPending("StopVip")
const isJoinPending = isPending("JoinRoom")

export interface VipControlProps {
  readonly name: string
  readonly performerId: string
  readonly room: RoomState
}

const newsOf = (
  { vip, vipHold, vipStopRefusal }: Pick<RoomState, "vip" | "vipHold" | "vipStopRefusal">,
  name: string,
  locale: Locale,
): string | null => {
  if (vipStopRefusal !== null) {
    return vip._tag === "Requested" ? m.vip_not_taken_back() : m.vip_not_stopped()
  }
  // What was refused since then is the newer of the two.
  if (vipHold !== null && vip._tag !== "Refused") return vipHoldText(vipHold, name, locale)
  switch (vip._tag) {
    case "Declined":
      return vip.reason === null
        ? m.vip_declined({ name })
        : m.vip_declined_why({ name, reason: vip.reason })
    case "Refused":
      return refusalUntil(vip.label, vip.until, locale) ?? vipRefusal(vip.label, name)
    case "Accepted":
      return m.vip_accepted({ name })
    case "Disconnected":
      return m.vip_disconnected()
    case "Stopped":
      return m.vip_stopped()
    case "Requested":
      return m.vip_waiting({ name })
    case "None":
    case "Running":
      return null
  }
}

export interface StopVipProps extends Omit<VipControlProps, "room"> {
  readonly onStop?: () => void
}

export function StopVip({ name, performerId, onStop }: StopVipProps) {
  const { send } = useRuntime()
  const [isAsking, setAsking] = useState(false)
  const isStopping = useSite(isStopPending)
  const goOn = () => {
    setAsking(false)
  }
  return (
    <>
      <Button
        isPending={isStopping}
        onPress={() => {
          setAsking(true)
        }}
      >
        {m.vip_stop()}
      </Button>
      <AlertDialog isOpen={isAsking} title={m.vip_stop_title({ name })} onEscape={goOn}>
        <div className="stream-window">
          <p>{m.vip_stop_text()}</p>
          <div className="actions__row">
            <Button variant="primary" autoFocus onPress={goOn}>
              {m.vip_stop_no()}
            </Button>
            <Button
              onPress={() => {
                setAsking(false)
                onStop?.()
                send({ _tag: "StopVip", performerId })
              }}
            >
              {m.vip_stop()}
            </Button>
          </div>
        </div>
      </AlertDialog>
    </>
  )
}

function AskForVip({ performerId }: Pick<VipControlProps, "performerId">) {
  const { send } = useRuntime()
  const isAsking = useSite(isRequestPending)
  return (
    <>
      <MemberButton
        isPending={isAsking}
        onMemberPress={() => {
          send({ _tag: "RequestVip", performerId })
        }}
      >
        <Crown size={20} aria-hidden="true" />
        {m.vip_request()}
      </MemberButton>
    </>
  )
}

/** VIP that is accepted is joined by itself; where that went wrong, there is time to try again. */
function JoinAccepted({ performerId }: Pick<VipControlProps, "performerId">) {
  const runtime = useRuntime()
  const isJoining = useSite(isJoinPending)
  return (
    <Button
      variant="primary"
      isPending={isJoining}
      onPress={() => {
        sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "vip" })
      }}
    >
      {m.vip_join()}
    </Button>
  )
}

function VipPrice({ name }: { readonly name: string }) {
  const locale = useLocale()
  return (
    <p className="offer__price tabular">
      {m.vip_price({ name, ...shownPrice(CREDITS_PER_MINUTE.vip, locale) })}
    </p>
  )
}

export function VipControl({ name, performerId, room }: VipControlProps) {
  const { send } = useRuntime()
  const isStopping = useSite(isStopPending)
  const locale = useLocale()
  const { vip, vipStopRefusal, mode, presence } = room
  const isRunning = presence._tag === "Inside" && presence.mode === "vip"
  const mayAsk = (mode === "free" || mode === "chat") && !isRunning
  const news = newsOf(room, name, locale)
  const group = useRef<HTMLDivElement>(null)
  const keepFocus = useKeptFocus(group)
  const isUnstopped = vipStopRefusal !== null
  useEffect(() => {
    if (isUnstopped) console.warn("Unable to stop VIP.")
  }, [isUnstopped])
  return (
    <div ref={group} className="offer" role="group" aria-label="VIP" tabIndex={-1}>
      {isRunning && <StopVip name={name} performerId={performerId} onStop={keepFocus} />}
      {mayAsk && vip._tag !== "Requested" && vip._tag !== "Accepted" && (
        <AskForVip performerId={performerId} />
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
      {mayAsk && vip._tag === "Accepted" && <JoinAccepted performerId={performerId} />}
      {mayAsk && <VipPrice name={name} />}
      <p role="status">{news}</p>
    </div>
  )
}
