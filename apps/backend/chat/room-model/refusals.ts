/**
 * What a room refuses, and the one question before anything that a viewer does: whether this session may do
 * something now. Pure but for the person's windows, which count each try.
 */
import type { ROOM_LABELS } from "@foldcast/contracts/upstream/chat-service"
import { hasNothingToSee, NOTHING_TO_SEE } from "@foldcast/rules/invisible-marks"
import { badRequest, Refused } from "../../http/refused.ts"
import type { RateWindow } from "./rate-window.ts"
import { isPresent, type ChatSession } from "./chat-session.ts"

export const roomRefused = (label: (typeof ROOM_LABELS)[number]) =>
  new Refused({ status: 400, label })

/** Of a session that is over, or never was. */
export const chatNotStarted = () => new Refused({ status: 404, label: "chatNotStarted" })

/** Of a text that is told in a room: a message, or the words beside a tip; null where it can be seen, or is none. */
export const invisibleTextRefusal = (text: string): Refused | null =>
  hasNothingToSee(text) ? badRequest("body", [{ field: "message", label: NOTHING_TO_SEE }]) : null

/** `ms`: until it may be tried again. */
export const tooManyAttempts = (ms: number) =>
  new Refused({
    status: 429,
    label: "tooManyAttempts",
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1_000)),
  })

/** Why this session may do nothing now. `window`: of this kind of action, besides the one of all. */
export const actionRefusal = (
  session: ChatSession,
  now: number,
  window?: RateWindow,
): Refused | null => {
  // It may have ended since it was found; one that is paid for is not there before its connection.
  if (!isPresent(session)) return chatNotStarted()
  // Each counts, also where the other refuses.
  const own = window?.take(now) ?? 0
  const wait = session.limits.actions.take(now) || own
  return wait > 0 ? tooManyAttempts(wait) : null
}
