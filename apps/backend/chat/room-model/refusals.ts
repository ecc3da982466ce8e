/** What a room refuses, and the check before every action of a viewer. Pure, but rate limits count each try. */
import type { ROOM_LABELS } from "@foldcast/contracts/upstream/chat-service"
import { hasNothingToSee, NOTHING_TO_SEE } from "@foldcast/rules/invisible-marks"
import { badRequest, Refused } from "../../http/refused.ts"
import type { RateWindow } from "./rate-window.ts"
import { isPresent, type ChatSession } from "./chat-session.ts"

export const roomRefused = (label: (typeof ROOM_LABELS)[number]) =>
  new Refused({ status: 400, label })

/** For a session that is over or never was. */
export const chatNotStarted = () => new Refused({ status: 404, label: "chatNotStarted" })

/** For a message, or the text beside a tip; null: it has visible characters, or is empty. */
export const invisibleTextRefusal = (text: string): Refused | null =>
  hasNothingToSee(text) ? badRequest("body", [{ field: "message", label: NOTHING_TO_SEE }]) : null

/** `ms`: until the next try. */
export const tooManyAttempts = (ms: number) =>
  new Refused({
    status: 429,
    label: "tooManyAttempts",
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1_000)),
  })

/** Null: this session may act. `window`: the limit of this kind of action, besides the one of all. */
export const actionRefusal = (
  session: ChatSession,
  now: number,
  window?: RateWindow,
): Refused | null => {
  // The session may have ended since it was found; a paid one is not present before it connects.
  if (!isPresent(session)) return chatNotStarted()
  // Both limits count the try, even if one refuses.
  const own = window?.take(now) ?? 0
  const wait = session.limits.actions.take(now) || own
  return wait > 0 ? tooManyAttempts(wait) : null
}
