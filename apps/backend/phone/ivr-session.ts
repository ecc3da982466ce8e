/** Shows a browser the number that it may call, for so long as a PIN may be typed. */
import { Clock, Effect } from "effect"
import { DEFAULT_IVR_SECONDS, NO_IVR_SESSION_LABEL } from "@foldcast/contracts/phone"
import type { DialInNumbersAnswer, IvrSessionAnswer } from "@foldcast/contracts/upstream/dial-in"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { notFound, Refused } from "../http/refused.ts"
import { BackendIds } from "../ids.ts"
import { AttemptLimits } from "../members/attempt-limits.ts"
import type { PhoneLine } from "../phone-lines.ts"
import { insertIvrSession } from "./call-store.ts"

/** Unknown, expired, another browser's, or without a call. */
export const noIvrSession = () => new Refused({ status: 404, label: NO_IVR_SESSION_LABEL })

/** What the law wants to stand beside a number; the tariff in euro, as this call's answers have it. */
const costsOf = ({ tariffCents, startCents, maxCents }: PhoneLine) => ({
  tariff: tariffCents / 100,
  ...(startCents > 0 && { start: startCents }),
  maximum: maxCents,
})

/** A country with its numbers; in it they have the order of PHONE_NUMBERS. */
export const numbersOffered = (
  lines: ReadonlyArray<PhoneLine>,
): typeof DialInNumbersAnswer.Type => {
  const countries = [...new Set(lines.map(({ country }) => country))]
  return countries.map((country) => ({
    id: country.toLowerCase(),
    options: lines
      .filter((line) => line.country === country)
      .map((line) => ({ number: line.number, ...costsOf(line) })),
  }))
}

/** `country`: in either case; the first of the other countries where it has no number. */
export const openIvrSession = Effect.fn("phone.openIvrSession")(function* (
  country: string | null,
  address: string,
) {
  const { lines } = (yield* BackendConfig).phone
  const wanted = country?.toUpperCase()
  const line = lines.find((one) => one.country === wanted) ?? lines[0]
  if (line === undefined) return yield* notFound()
  yield* (yield* AttemptLimits).take({ limit: "ivrSessionsPerAddress", address })
  const id = (yield* BackendIds).next("ivr")
  const now = yield* Clock.currentTimeMillis
  const expiresAt = new Date(now + DEFAULT_IVR_SECONDS * 1_000)
  yield* insertIvrSession(yield* SqlDatabase, {
    id,
    country: line.country,
    number: line.digits,
    expiresAt,
  })
  return {
    session: id,
    callednumber: line.number,
    displaynumber: line.number,
    ttl: DEFAULT_IVR_SECONDS,
    flag: line.country.toLowerCase(),
    ...costsOf(line),
  } satisfies typeof IvrSessionAnswer.Type
})
