/**
 * Plays paid time whose picture does not reach its viewer, as their side says it (`sees`, UA75): time stands, a
 * keep-alive that is answered without a word of it changes nothing, and time runs on from the next frame. Whether a
 * credit was charged meanwhile is read from the course.
 */
import type { KeptAlive } from "@foldcast/contracts/upstream/chat-socket"
import { playedIn, type PlayedRoom, text } from "./played-room.ts"
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
    room.course.push({ _tag: "Said", session, sees })
    socket.emit("keep-alive", said)
    await room.untilPaidTime("paid-time-charged", { isRunning: sees }, from)
  }
  await says(false)
  // From the first to the second it stands for seconds, and the first one's answer has come.
  for (let beats = 0; beats < 2; beats += 1) {
    await room.until("keep-alive", () => true, { from: room.place })
  }
  await says(true)

  await room.call("POST", "/chat/leave", { auth, reason: "left" })
  await room.untilPaidTime("paid-time-ended")
}

/** What it showed. */
export const verifyUnseenPicture = (provider: ProviderUnderTest): Promise<Found> =>
  playedIn(provider, play)
