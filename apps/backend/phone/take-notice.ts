/** What the phone's provider tells of a call that has come in. What it changes is decided in call-state.ts. */
import { Effect, Option } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { notFound } from "../http/refused.ts"
import { afterNotice } from "./call-state.ts"
import { callOfProvider, figuresOf } from "./call-store.ts"
import { PhoneInstructions } from "./instructions.ts"
import { PhoneCalls } from "./phone-calls.ts"
import type { PhoneNotice } from "./phone-protocol.ts"

type Told = Exclude<PhoneNotice, { readonly kind: "arrived" }>

/** For notices with a checked signature. */
export const takePhoneNotice = Effect.fn("phone.notice")(function* (notice: Told) {
  const database = yield* SqlDatabase
  const calls = yield* PhoneCalls
  const instructions = yield* PhoneInstructions
  const known = yield* callOfProvider(database, notice.call)
  if (Option.isNone(known)) return yield* notFound()
  yield* calls.change(
    known.value.id,
    Effect.fnUntraced(function* (queries, call) {
      const after = afterNotice(figuresOf(call), notice)
      // Somebody pays for a call that was given up here.
      if (after === null && call.state === "expired")
        yield* instructions.write(queries, call.id, "hangUp", "expired")
      return after
    }),
  )
  yield* instructions.wake
})
