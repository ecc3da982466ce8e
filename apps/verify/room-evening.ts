/**
 * Runs a short evening in one room of a running chat service and checks the order of events. A member watches,
 * writes, tips, requests VIP, is accepted, pays by the second and ends it; then the performer leaves. The state
 * hook acts for the performer.
 */
import { playedIn, type PlayedRoom } from "./played-room.ts"
import { type Json, text } from "./played-run.ts"
import type { Found } from "./verdict.ts"
import type { ProviderUnderTest } from "./verify-http.ts"
import { LOBBY } from "./verify-socket.ts"

const TIP = { amount: 150, tipType: "kiss", message: "", isPublic: true }
const CREDITS = 2_000

const play = async (room: PlayedRoom): Promise<void> => {
  const { performerId } = await room.enter("a performer", { onlineStatus: 3 })
  const { token } = await room.enter("a logged-in member", { credits: CREDITS })
  const [who, member] = [text(performerId), text(token)]
  const lobby = await room.listen("lobby", LOBBY.handshake, who)
  const entered = await room.call(
    "PUT",
    "/chat/set-lobby",
    { lobby: who, connection: lobby.id ?? "", viewer: "the-browser-of-the-verifier" },
    member,
  )
  const auth = text(entered["auth"])
  const act = (action: string, data: Json, by = auth) =>
    room.call("POST", "/chat/action", { auth: by, action, data })

  const line = { id: "verify-line-1", message: "hello", messageType: "room" }
  await act("message", line)
  await room.until("message", ({ id }) => id === line.id)

  const before = await room.credits(member)
  const tip = { id: "verify-tip-1", ...TIP }
  await act("tip", tip)
  await room.until("tip", ({ id }) => id === tip.id)
  const after = await room.credits(member)
  room.tell({ _tag: "Tipped", id: tip.id, amount: TIP.amount, before, after })

  await act("requestVip", {})
  await room.until("request-vip")
  await room.enter("a performer's act", { performerId: who, act: "accept" })
  await room.until("accept-vip")
  const joined = await room.call("POST", "/chat/join", { performerId: who, mode: "vip" }, member)
  await room.call("PUT", "/chat/leave", { auth })
  const session = text(joined["token"])
  await room.listen("session", "token", session)
  await room.untilPaidTime("paid-time-charged")
  await act("stopVip", {}, session)
  await room.untilPaidTime("paid-time-ended")
  await room.until("stop-vip")

  await room.enter("a performer's status", { performerId: who, onlineStatus: 0 })
  await room.until("room-closed")
}

export const verifyEvening = (provider: ProviderUnderTest): Promise<Found> =>
  playedIn(provider, play)
