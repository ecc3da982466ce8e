/**
 * A call has come in at one of our numbers: it is told its PIN, and what the caller is to hear before anything costs.
 *
 * Invariants: PINs of calls that wait at one number differ; a repeated notice is told the same PIN, and of a call that
 * waits no more nothing, so that whoever repeats a stolen one learns no PIN that was typed; a call whose provider charges
 * another tariff than we tell is not taken.
 */
import { Clock, Effect, Option } from "effect"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { notFound, Refused } from "../http/refused.ts"
import { BackendIds } from "../ids.ts"
import { KeyedHashes } from "../members/keyed-hashes.ts"
import { lineOf } from "../phone-lines.ts"
import { callOfProvider, insertPhoneCall } from "./call-store.ts"
import type { ArrivalAnswer, PhoneNotice } from "./phone-protocol.ts"
import { drawnPin, pinHash } from "./pins.ts"

type Arrival = Extract<PhoneNotice, { readonly kind: "arrived" }>

/** With a thousand calls waiting at a number, one in 10 ** 20 finds no PIN of its own. */
const MOST_DRAWS = 20

const otherTariff = () => new Refused({ status: 409, label: "badRequest.tariff" })

const notWaiting = () => new Refused({ status: 409, label: "call.notWaiting" })

export const callArrived = Effect.fn("phone.arrived")(function* (notice: Arrival) {
  const { phone } = yield* BackendConfig
  const line = lineOf(phone.lines, notice.number)
  if (line === undefined) return yield* notFound()
  if (line.tariffCents !== notice.tariffCents) {
    yield* Effect.logError("the phone's provider charges another tariff than PHONE_NUMBERS", {
      number: line.number,
      tariffCents: notice.tariffCents,
    })
    return yield* otherTariff()
  }
  const database = yield* SqlDatabase
  const hashes = yield* KeyedHashes
  const answer = (pin: string): ArrivalAnswer => ({
    pin,
    tariffCents: line.tariffCents,
    startCents: line.startCents,
    maxSeconds: line.maxSeconds,
  })
  const id = (yield* BackendIds).next("call")
  const at = new Date(yield* Clock.currentTimeMillis)
  for (let draw = 1; draw <= MOST_DRAWS; draw += 1) {
    const known = yield* callOfProvider(database, notice.call)
    if (Option.isSome(known)) {
      // Whoever tells of a call a second time means the same one.
      if (known.value.number !== line.digits) return yield* otherTariff()
      if (known.value.state !== "waiting") return yield* notWaiting()
      return answer(drawnPin(hashes, known.value.id, known.value.pin_draw))
    }
    const pin = drawnPin(hashes, id, draw)
    const isTaken = yield* insertPhoneCall(database, {
      id,
      providerCall: notice.call,
      country: line.country,
      number: line.digits,
      tariffCents: line.tariffCents,
      startCents: line.startCents,
      maxSeconds: line.maxSeconds,
      pinHash: pinHash(hashes, line.digits, pin),
      pinDraw: draw,
      at,
    })
    if (isTaken) return answer(pin)
  }
  return yield* new Refused({ status: 503, label: "unavailable", retryAfterSeconds: 1 })
})
