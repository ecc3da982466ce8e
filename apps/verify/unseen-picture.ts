/**
 * Runs paid time whose picture does not reach its viewer, as the client reports it (`sees`, UA75): the time
 * stops, a keep-alive answer without a report changes nothing, and the time resumes with the next frame. The
 * course of events shows whether a credit was charged meanwhile.
 */
import type { KeptAlive } from "@foldcast/contracts/upstream/chat-socket"
import { playedIn, type PlayedRoom } from "./played-room.ts"
import { text } from "./played-run.ts"
import type { Found } from "./verdict.ts"
import type { ProviderUnderTest } from "./verify-http.ts"

const CREDITS = 500

const play = async (room: PlayedRoom): Promise<void> => {
  const { performerId } = await room.enter("a performer with a still", {})
  const { token } = await room.enter("a logged-in member", { credits: CREDITS })
  const request = { performerId: text(performerId), mode: "chat" }
  const joined = await room.call("POST", "/chat/join", request, text(token))
  const [session, auth] = [text(joined["session"]), text(joined["token"])]
  const socket = await room.listen("session", "token", auth)
  await room.until("video-available", (told) => told["session"] === session)
  await room.untilPaidTime("paid-time-charged")

  const says = async (sees: boolean) => {
    const from = room.place
    const said: KeptAlive = { sees }
    room.tell({ _tag: "Said", session, sees })
    socket.emit("keep-alive", said)
    await room.untilPaidTime("paid-time-charged", { isRunning: sees }, from)
  }
  await says(false)
  // Between two keep-alives the time stands for seconds, and the first answer has arrived.
  for (let beats = 0; beats < 2; beats += 1) {
    await room.until("keep-alive", () => true, { from: room.place })
  }
  await says(true)

  await room.call("POST", "/chat/leave", { auth, reason: "left" })
  await room.untilPaidTime("paid-time-ended")
}

export const verifyUnseenPicture = (provider: ProviderUnderTest): Promise<Found> =>
  playedIn(provider, play)
