/** What can be done here now: go private, ask for VIP, stop, tip, show oneself. No control that does nothing. */
import type { LiveTab } from "@foldcast/contracts/client-facts/live-tab"
import { CREDITS_PER_MINUTE } from "@foldcast/contracts/chat-rules"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { hasMember as isMember } from "./has-member.ts"
import { isPending } from "@foldcast/folds/pending"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCredits, formatMoney } from "@foldcast/messages/number-formats"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { isLowBalance } from "@foldcast/rules/money"
import { sendInRoom } from "./send-in-room.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { selectBalance } from "../site/selectors.ts"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { CamBack } from "./cam-back.tsx"
import { centsOf } from "./credit-price.ts"
import { TipBar } from "./tip-bar.tsx"
import { VipControl } from "./vip-control.tsx"

const isJoinPending = isPending("JoinRoom")
const isLeavePending = isPending("LeaveRoom")

export interface ActionBarProps {
  readonly profile: PerformerProfile
  readonly room: RoomState | null
  readonly onTab: (tab: LiveTab) => void
}

function LowCredits() {
  const locale = useLocale()
  const { dispatch } = useRuntime()
  const balance = useSite(selectBalance)
  if (balance === null || !isLowBalance(balance)) return null
  return (
    <Banner
      tone="info"
      action={
        <Button
          variant="quiet"
          onPress={() => {
            dispatch({ _tag: "WalletOpened" })
          }}
        >
          {m.stream_buy()}
        </Button>
      }
    >
      {m.low_credits({ credits: formatCredits(balance, locale) })}
    </Banner>
  )
}

function GoPrivate({ performerId, onTab }: { performerId: string; onTab: (tab: LiveTab) => void }) {
  const locale = useLocale()
  const runtime = useRuntime()
  const hasMember = useSite(isMember)
  const isWaiting = useSite(isJoinPending)
  const register = useDialogOpener("register")
  const price = {
    credits: formatCredits(CREDITS_PER_MINUTE.chat, locale),
    price: formatMoney(centsOf(CREDITS_PER_MINUTE.chat), locale),
  }
  const { onPress: openRegister, ...approach } = register
  return (
    <div className="offer">
      <Button
        variant="primary"
        {...(hasMember ? {} : approach)}
        isPending={isWaiting}
        onPress={() => {
          if (!hasMember) {
            openRegister()
            return
          }
          onTab(1)
          sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "chat" })
        }}
      >
        {m.stream_join_private()}
      </Button>
      <p className="offer__price tabular">{m.stream_join_price(price)}</p>
    </div>
  )
}

export function ActionBar({ profile, room, onTab }: ActionBarProps) {
  const { performerId, username: name, cybertoy } = profile
  const { send } = useRuntime()
  const isLeaving = useSite(isLeavePending)
  if (room?.presence._tag !== "Inside") return null
  const { mode } = room.presence
  const isOpen = room.mode === "free" || room.mode === "chat"
  return (
    <div className="actions">
      {/* While time is paid for, the meter says how long it lasts. */}
      {room.paid === null && <LowCredits />}
      <TipBar
        name={name}
        performerId={performerId}
        tip={room.tip}
        hasToy={room.settings.hasToy || cybertoy !== 0}
      />
      <div className="actions__row">
        {mode === "free" && isOpen && <GoPrivate performerId={performerId} onTab={onTab} />}
        {mode === "chat" && (
          <Button
            isPending={isLeaving}
            onPress={() => {
              send({ _tag: "LeaveRoom", performerId, reason: "requested" })
            }}
          >
            {m.stream_leave_private()}
          </Button>
        )}
        <VipControl name={name} performerId={performerId} room={room} />
        {mode !== "free" && <CamBack name={name} performerId={performerId} room={room} />}
      </div>
    </div>
  )
}
