/**
 * The PIN that a caller heard is typed on the page: the call becomes this browser's.
 *
 * Invariants: a PIN is looked for among the calls that wait at the number that the browser was shown; an IVR session has
 * five tries, which are stored before they are answered, so that neither a restart nor another process gives more; it
 * belongs to the first browser that tries; an accepted PIN is used up, and accepted again from the same browser in the
 * same session alone.
 */
import { Clock, Effect, Option } from "effect"
import { CALLER_PREFIX, WRONG_PIN_LABEL } from "@foldcast/contracts/phone"
import type { DialInRequest } from "@foldcast/contracts/upstream/dial-in"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { badRequest, Refused } from "../http/refused.ts"
import { CallTokens } from "../members/call-tokens.ts"
import { KeyedHashes, type KeyedHashesShape } from "../members/keyed-hashes.ts"
import {
  acceptCall,
  callOfSession,
  holdIvrSession,
  lockIvrSession,
  waitingCalls,
} from "./call-store.ts"
import { PhoneInstructions, type PhoneInstructionsShape } from "./instructions.ts"
import { noIvrSession } from "./ivr-session.ts"
import { isSameHash, matchingCall, pinHash } from "./pins.ts"

const MOST_TRIES = 5
const USERNAME = new RegExp(`^${CALLER_PREFIX}\\d{7}$`, "u")

type Typed = Pick<typeof DialInRequest.Type, "session" | "viewer" | "username" | "pincode">

const wrongPin = () => new Refused({ status: 400, label: WRONG_PIN_LABEL })
const tooManyTries = () => new Refused({ status: 429, label: "tooManyAttempts" })

/** A refusal is a result here, because its try stays counted. */
const tryPin = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { hashes, instructions }: { hashes: KeyedHashesShape; instructions: PhoneInstructionsShape },
  { session: id, viewer, username, pincode }: Typed,
) {
  const found = yield* lockIvrSession(queries, id)
  if (Option.isNone(found)) return noIvrSession()
  const session = found.value
  if (session.viewer !== null && session.viewer !== viewer) return noIvrSession()
  const hash = pinHash(hashes, session.number, pincode)
  const own = yield* callOfSession(queries, id)
  if (Option.isSome(own) && isSameHash(own.value.pin_hash, hash)) {
    return { id: own.value.id, username: own.value.username ?? username }
  }
  const now = yield* Clock.currentTimeMillis
  if (session.expires_at.getTime() <= now) return noIvrSession()
  if (session.tries >= MOST_TRIES) return tooManyTries()
  const waiting = Option.isSome(own) ? [] : yield* waitingCalls(queries, session.number)
  const call = matchingCall(waiting, hash)
  yield* holdIvrSession(queries, id, viewer, session.tries + (call === null ? 1 : 0))
  if (call === null) return wrongPin()
  yield* acceptCall(queries, call.id, { session: id, viewer, username }, new Date(now))
  yield* instructions.write(queries, call.id, "connect", null)
  return { id: call.id, username }
})

export const acceptPin = Effect.fn("phone.acceptPin")(function* (typed: Typed) {
  if (!USERNAME.test(typed.username)) return yield* badRequest("username")
  const instructions = yield* PhoneInstructions
  const hashes = yield* KeyedHashes
  const database = yield* SqlDatabase
  const accepted = yield* database.transaction((queries) =>
    tryPin(queries, { hashes, instructions }, typed),
  )
  if (accepted instanceof Refused) return yield* accepted
  yield* instructions.wake
  const { id, username } = accepted
  return { username, token: yield* (yield* CallTokens).issue({ id, session: typed.session }) }
})
