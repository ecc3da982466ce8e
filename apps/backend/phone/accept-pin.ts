/**
 * The PIN that a caller heard is typed on the page: the call becomes this browser's.
 *
 * Invariants: a PIN is looked for among the calls that wait at the number that the browser was shown; an IVR session has
 * five tries, and an address so many wrong ones in all its sessions, which are stored before they are answered, so that
 * neither a restart nor another process gives more; a session belongs to the first browser that tries; an accepted PIN
 * is used up, and accepted again from the same browser in the same session alone.
 */
import { Clock, Effect, Option } from "effect"
import { CALLER_PREFIX, WRONG_PIN_LABEL } from "@foldcast/contracts/phone"
import type { DialInRequest } from "@foldcast/contracts/upstream/dial-in"
import type { Rate } from "@foldcast/limits/rate-windows"
import { BackendConfig } from "../config.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { badRequest, Refused } from "../http/refused.ts"
import { AttemptLimits, type CountedTry } from "../members/attempt-limits.ts"
import { CallTokens } from "../members/call-tokens.ts"
import { KeyedHashes, type KeyedHashesShape } from "../members/keyed-hashes.ts"
import { stateAfterPin } from "./call-state.ts"
import {
  acceptCall,
  callOfSession,
  figuresOf,
  holdIvrSession,
  lockIvrSession,
  type PhoneCall,
  waitingCalls,
} from "./call-store.ts"
import { PhoneInstructions, type PhoneInstructionsShape } from "./instructions.ts"
import { noIvrSession } from "./ivr-session.ts"
import { isSameHash, matchingCall, pinHash } from "./pins.ts"
import { countWrongPin } from "./wrong-pins.ts"

const MOST_TRIES = 5
const USERNAME = new RegExp(`^${CALLER_PREFIX}\\d{7}$`, "u")

type Typed = Pick<typeof DialInRequest.Type, "session" | "viewer" | "username" | "pincode">

const wrongPin = () => new Refused({ status: 400, label: WRONG_PIN_LABEL })
const tooManyTries = () => new Refused({ status: 429, label: "tooManyAttempts" })

/** A refusal is a result here, because its try stays counted. */
type Tried =
  | { readonly _tag: "Accepted"; readonly id: string; readonly username: string }
  | { readonly _tag: "Wrong"; readonly number: string; readonly isAlarming: boolean }
  | Refused

interface Parts {
  readonly hashes: KeyedHashesShape
  readonly instructions: PhoneInstructionsShape
  /** Of wrong PINs for one number. */
  readonly rate: Rate
}

const tryPin = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { hashes, instructions, rate }: Parts,
  { session: id, viewer, username, pincode }: Typed,
) {
  const found = yield* lockIvrSession(queries, id)
  if (Option.isNone(found)) return noIvrSession()
  const session = found.value
  if (session.viewer !== null && session.viewer !== viewer) return noIvrSession()
  const { number } = session
  const hash = pinHash(hashes, number, pincode)
  const accepted = (call: Pick<PhoneCall, "id" | "username">): Tried => ({
    _tag: "Accepted",
    id: call.id,
    username: call.username ?? username,
  })
  const own = yield* callOfSession(queries, id)
  if (Option.isSome(own) && isSameHash(own.value.pin_hash, hash)) return accepted(own.value)
  const now = yield* Clock.currentTimeMillis
  if (session.expires_at.getTime() <= now) return noIvrSession()
  if (session.tries >= MOST_TRIES) return tooManyTries()
  const waiting = Option.isSome(own) ? [] : yield* waitingCalls(queries, number)
  const call = matchingCall(waiting, hash)
  yield* holdIvrSession(queries, id, viewer, session.tries + (call === null ? 1 : 0))
  if (call === null) {
    const isAlarming = yield* countWrongPin(queries, { hashes, rate }, number)
    return { _tag: "Wrong", number, isAlarming } satisfies Tried
  }
  const state = stateAfterPin(figuresOf(call))
  yield* acceptCall(queries, call.id, { state, session: id, viewer, username }, new Date(now))
  if (state === "pending") yield* instructions.write(queries, call.id, "connect", null)
  return accepted(call)
})

/** `address`: the browser's. */
export const acceptPin = Effect.fn("phone.acceptPin")(function* (typed: Typed, address: string) {
  if (!USERNAME.test(typed.username)) return yield* badRequest("username")
  const instructions = yield* PhoneInstructions
  const hashes = yield* KeyedHashes
  const database = yield* SqlDatabase
  const limits = yield* AttemptLimits
  const { wrongPinsPerNumber: rate } = (yield* BackendConfig).limits
  const counted: CountedTry = { limit: "wrongPinsPerAddress", address }
  yield* limits.take(counted)
  const tried = yield* database.transaction((queries) =>
    tryPin(queries, { hashes, instructions, rate }, typed),
  )
  if (tried._tag === "Wrong") {
    const { number, isAlarming } = tried
    if (isAlarming) yield* Effect.logError("PINs of calls are being guessed", { number })
    return yield* wrongPin()
  }
  yield* limits.giveBack(counted)
  if (tried._tag === "Refused") return yield* tried
  yield* instructions.wake
  const { id, username } = tried
  return { username, token: yield* (yield* CallTokens).issue({ id, session: typed.session }) }
})
