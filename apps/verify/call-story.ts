/**
 * Runs a phone call at a running member API, from the PIN to the end, and checks the order of its steps: by the answers,
 * by the call's own socket and by the room that it pays for. The state hook acts for the phone's provider.
 */
import { CHAT_NAMESPACE } from "@foldcast/contracts/upstream/chat-socket"
import { playedBy, PlayedRun, text } from "./played-run.ts"
import { type Story, storyMismatches } from "./story.ts"
import type { Found } from "./verdict.ts"
import type { ProviderUnderTest } from "./verify-http.ts"
import { MEMBER_SOCKET } from "./verify-socket.ts"

const STATES = ["pending", "in_call", "ended", "expired"] as const
type State = (typeof STATES)[number]

export type CallStep =
  /** The PIN was accepted. */
  | "started"
  | State
  /** The caller is in private. */
  | "joined"
  /** Sent out of the room because the call is over. */
  | "left"
  /** Sent out of the room for another reason. */
  | "sent out"

/** The call's end and the room's come over two connections, in any order. */
export const CALL: Story<CallStep> = {
  needs: {
    pending: ["started"],
    in_call: ["started", "pending"],
    joined: ["in_call"],
    left: ["joined"],
    ended: ["in_call"],
  },
  ends: {
    in_call: ["joined", "left", "sent out", "ended"],
    left: ["ended"],
    "sent out": ["ended"],
    ended: ["left"],
    expired: ["left"],
  },
  once: ["started", "in_call", "joined", "left", "ended"],
  whole: ["started", "pending", "in_call", "joined", "left", "ended"],
}

/** An underscore and a hyphen are one; a state that nobody knows is no step. */
const stateOf = (told: unknown): State | undefined =>
  STATES.find((known) => known === text(told).replace("-", "_"))

const play = async (run: PlayedRun<CallStep>): Promise<void> => {
  const { session, pin } = await run.enter("a call that waits", {})
  const { performerId } = await run.enter("a performer", { onlineStatus: 3 })
  const [ivr, performer] = [text(session), text(performerId)]
  const started = await run.call("POST", "/payment/dial-in", {
    session: ivr,
    pincode: text(pin),
    username: "anon1234567",
    provider: "paynl",
    viewer: "the-browser-of-the-verifier",
    meta: {},
  })
  const token = text(started["token"])
  run.tell("started")
  const told = (state: unknown) => {
    const step = stateOf(state)
    // What is unchanged may be told again.
    if (step !== undefined && run.course.findLast((one) => stateOf(one)) !== step) run.tell(step)
  }
  const { namespace, handshake } = MEMBER_SOCKET
  await run.connect({ namespace, handshake, value: token }, (name, payload) => {
    if (name === "dial-in-status" && payload["session"] === ivr) told(payload["state"])
  })
  const path = `/verify/dial-in?session=${encodeURIComponent(ivr)}`
  told((await run.call("GET", path, null, token))["state"])
  await run.enter("a call in call", { session: ivr })
  await run.untilStep("in_call", (step) => step === "in_call", { path: "event" })

  const joined = await run.call(
    "POST",
    "/chat/join",
    { performerId: performer, mode: "chat" },
    token,
  )
  run.tell("joined")
  const door = { namespace: CHAT_NAMESPACE, handshake: "token", value: text(joined["token"]) }
  await run.connect(door, (name, payload, from) => {
    if (name === "keep-alive") from.emit("keep-alive", {})
    if (name === "kick") run.tell(payload["reason"] === "dialin_stopped" ? "left" : "sent out")
  })
  await run.enter("a call in call", { session: ivr, ended: true })
  for (const end of ["ended", "left"] as const) {
    await run.untilStep(end, (step) => step === end, { path: "event" })
  }
}

export const verifyCallStory = (provider: ProviderUnderTest): Promise<Found> =>
  playedBy(new PlayedRun<CallStep>(provider), play, (course) => storyMismatches(CALL, course))
