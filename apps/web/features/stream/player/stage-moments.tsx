/**
 * Over the picture, for a moment: the sign of a tip that somebody gave, which rises once, and a gold edge that goes
 * around the stage when VIP begins. What they say stands in the conversation; under reduced motion there is none.
 */
import { useState } from "react"
import { QUICK_TIPS } from "@foldcast/contracts/chat-rules"
import type { RoomLine, RoomState } from "@foldcast/folds/room-state"
import { TIP_ICONS } from "../paid/tip-icons.ts"

type TipLine = Extract<RoomLine, { readonly _tag: "Tipped" | "ToyTipped" }>

const isTip = (line: RoomLine): line is TipLine =>
  line._tag === "Tipped" || line._tag === "ToyTipped"

/** The last tip that the room was told. */
const newestTip = ({ rooms }: RoomState): TipLine | null => {
  const last = Object.values(rooms).flatMap(({ lines }) => lines.findLast(isTip) ?? [])
  return last.toSorted((one, other) => other.at - one.at)[0] ?? null
}

const iconOf = (tip: TipLine) =>
  TIP_ICONS[
    tip._tag === "ToyTipped"
      ? "waves"
      : (QUICK_TIPS.find(({ tipType }) => tipType === tip.tipType)?.icon ?? "gift")
  ]

export function StageMoments({ room }: { readonly room: RoomState }) {
  const tip = newestTip(room)
  // What was given before the player was there is no news.
  const [before] = useState(tip?.id)
  const Icon = tip === null || tip.id === before ? null : iconOf(tip)
  const isVip = room.presence._tag === "Inside" && room.presence.mode === "vip"
  return (
    <span className="stage-moments" aria-hidden="true">
      {Icon !== null && (
        <span key={tip?.id} className="stage-moments__tip">
          <Icon size={56} />
        </span>
      )}
      {isVip && <span className="stage-moments__vip" />}
    </span>
  )
}
