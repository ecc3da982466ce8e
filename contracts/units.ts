/**
 * Units that cross the wire. Amounts of credits and money are integers everywhere, credits and euro cents
 * (WALLET-05): a fraction of either cannot be rounded the same way twice.
 */
import { Schema } from "effect"
import { MAX_TOP_UP } from "./top-up.ts"

/** An account's credits or a part of them: a whole number, 0 to 1,000,000,000. */
export const Credits = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 }),
).annotate({ identifier: "Credits" })

/** Credits that somebody is short of: 1 to 100,000. */
export const ShortCredits = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_TOP_UP }))

/** One million euro. */
export const MAX_CENTS = 100_000_000

/** Money in euro cents: a whole number, 0 to 100,000,000 (one million euro). */
export const Cents = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: MAX_CENTS }),
).annotate({ identifier: "Cents" })

/** Whole minutes, 0 to 1,000,000. */
export const Minutes = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 1_000_000 }),
).annotate({ identifier: "Minutes" })

/** Seconds that a toy moves for each level of a tip: 1 to 60 (CHAT-52). */
export const ToySecondsPerLevel = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 }))

/** Milliseconds since 1970 by the gateway's clock. */
export const EpochMillis = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 8_640_000_000_000_000 }),
).annotate({ identifier: "EpochMillis" })

/** A position in a visit's log: 1, 2, 3 … without a gap; 0 stands for "before the first". */
export const Seq = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
).annotate({ identifier: "Seq" })

/** Of messages; more are counted as so many. */
export const MAX_COUNT = 1_000_000
export const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_COUNT }))

/** Of a picture. */
export const Pixels = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 16_384 }))

export const Locale = Schema.Literals(["nl", "en"])
export type Locale = typeof Locale.Type
export const LOCALES = Locale.literals

export const Device = Schema.Literals(["mobile", "desktop"])
export type Device = typeof Device.Type
