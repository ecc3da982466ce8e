/** What was wanted in a room, among the tab's drafts: it outlives the way to the bank and goes at log-out. */
import type { Drafts } from "./drafts.ts"
import type { RoomIntent } from "./intent.ts"
import { ROOM_ACTIONS } from "./stores/registered-for.ts"

const DRAFT = "intent"

/** Null: nothing. */
export const keepRoomIntent = (intent: RoomIntent | null, drafts: Drafts): void => {
  if (intent === null) drafts.forget(DRAFT)
  else {
    const { action, name, isOffered } = intent
    drafts.keep(DRAFT, { action, name, isOffered: String(isOffered) })
  }
}

export const keptRoomIntent = (drafts: Drafts): RoomIntent | null => {
  const { action: kept, name, isOffered } = drafts.read(DRAFT) ?? {}
  const action = ROOM_ACTIONS.find((one) => one === kept)
  return action === undefined || name === undefined
    ? null
    : { _tag: "Room", action, name, isOffered: isOffered === "true" }
}
