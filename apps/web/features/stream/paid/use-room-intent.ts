/**
 * Follows what the visitor wanted in the room (ADR 0065): a guest's press, or what credits were too few for. It is
 * offered again once the account or the credits are there, and dropped when the windows close without them, when it
 * was done and at log-out.
 */
import { useEffect, useEffectEvent, useRef } from "react"
import { isMember } from "@foldcast/folds/account"
import { openDialog } from "@foldcast/folds/dialogs"
import { lastPurchase } from "@foldcast/folds/payment"
import type { CreditsShortFor, RoomState } from "@foldcast/folds/room-state"
import { readIntent, type RoomIntent, wantIntent } from "../../../runtime/intent.ts"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { keepRoomIntent, keptRoomIntent } from "../../../runtime/room-intent-draft.ts"
import type { RoomAction } from "../../../runtime/stores/registered-for.ts"
import { useIntentNow } from "../../site/intent-reason.tsx"

/** Null where a visitor who has bought credits goes on by themselves. */
const WANTED_BY_SHORTAGE: Readonly<Record<CreditsShortFor, RoomAction | null>> = {
  chat: null,
  stream: null,
  joining: "private",
  tip: "tip",
  vip: "vip",
}

const isDone = ({ action }: RoomIntent, { tip, vip, presence }: RoomState): boolean => {
  switch (action) {
    case "tip":
      return tip._tag === "Given"
    case "private":
      return presence._tag === "Inside" && presence.mode === "chat"
    case "vip":
      return vip._tag === "Requested" || vip._tag === "Accepted" || vip._tag === "Running"
  }
}

/** `name` is the performer's whose room it is. Answers what is to be offered now. */
export const useRoomIntent = (room: RoomState, name: string): RoomIntent | null => {
  const { drafts } = useRuntime()
  const now = useIntentNow()
  const intent = now?._tag === "Room" ? now : null
  const isKnown = useSite(isMember)
  const purchase = useSite(lastPurchase)
  const isChoosing = useSite(openDialog) !== null
  const isOver = intent !== null && intent.name === name && isDone(intent, room)
  const short = room.shortFor === null ? null : WANTED_BY_SHORTAGE[room.shortFor]
  const last = useRef({ isKnown, purchase: null as typeof purchase, isChoosing })

  const recall = useEffectEvent(() => {
    if (readIntent() === null) wantIntent(keptRoomIntent(drafts))
  })
  useEffect(() => {
    recall()
  }, [])
  useEffect(() => {
    if (short !== null) wantIntent({ _tag: "Room", action: short, name, isOffered: false })
  }, [short, name])
  const follow = useEffectEvent(() => {
    const before = last.current
    last.current = { isKnown, purchase, isChoosing }
    const wanted = readIntent()
    if (wanted?._tag !== "Room") return
    const isGranted = isKnown && (!before.isKnown || purchase !== before.purchase)
    const isClosed = before.isChoosing && !isChoosing
    const isLoggedOut = before.isKnown && !isKnown
    if (isGranted) wantIntent({ ...wanted, isOffered: true })
    else if (isOver || isLoggedOut || (isClosed && !wanted.isOffered)) wantIntent(null)
  })
  useEffect(() => {
    follow()
  }, [isKnown, purchase, isChoosing, isOver])
  useEffect(() => {
    keepRoomIntent(intent, drafts)
  }, [intent, drafts])
  return intent?.isOffered === true && !isOver && !isChoosing ? intent : null
}
