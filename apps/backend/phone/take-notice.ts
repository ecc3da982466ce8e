/** What the phone's provider tells of a call that has come in. What it changes is decided in call-state.ts. */
import { Effect, Option } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { notFound } from "../http/refused.ts"
import { afterNotice } from "./call-state.ts"
import { callOfProvider, lockCall } from "./call-store.ts"
import { PhoneInstructions } from "./instructions.ts"
import { PhoneCalls, writeFigures } from "./phone-calls.ts"
import type { PhoneNotice } from "./phone-protocol.ts"

type Told = Exclude<PhoneNotice, { readonly kind: "arrived" }>

/** For notices with a checked signature. */
export const takePhoneNotice = Effect.fn("phone.notice")(function* (notice: Told) {
  const database = yield* SqlDatabase
  const calls = yield* PhoneCalls
  const instructions = yield* PhoneInstructions
  const known = yield* callOfProvider(database, notice.call)
  if (Option.isNone(known)) return yield* notFound()
  const { id } = known.value
  yield* calls.inTurn(
    id,
    Effect.gen(function* () {
      const changed = yield* database.transaction((queries) =>
        Effect.gen(function* () {
          const call = yield* lockCall(queries, id)
          if (Option.isNone(call)) return null
          const { state, seconds, end_reason: endReason } = call.value
          const after = afterNotice({ state, seconds, endReason }, notice)
          if (after !== null) return yield* writeFigures(queries, call.value, after)
          // Somebody pays for a call that was given up here.
          if (state === "expired") yield* instructions.write(queries, id, "hangUp", "expired")
          return null
        }),
      )
      if (changed !== null) yield* calls.changed(changed)
    }),
  )
  yield* instructions.wake
})
