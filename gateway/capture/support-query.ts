/** What support may ask the list of captures for; anything else is refused by its name. Pure. */
import { Exit, Schema } from "effect"
import { MemberId, TabId } from "@foldcast/contracts/ids"
import { EpochMillis } from "@foldcast/contracts/units"
import type { VisitQuery, VisitRecord } from "../log/event-log.ts"

/** Captures listed at most. */
export const MAX_LISTED = 200

const Millis = Schema.NumberFromString.pipe(Schema.decodeTo(EpochMillis))

const FIELDS = {
  member: MemberId,
  tab: TabId,
  reference: Schema.String.check(Schema.isPattern(/^[0-9A-Za-z-]{1,32}$/u)),
  from: Millis,
  to: Millis,
} as const
type Name = keyof typeof FIELDS
const NAMES = Object.keys(FIELDS) as ReadonlyArray<Name>

const decode = Schema.decodeUnknownExit(
  Schema.Struct({
    member: Schema.optionalKey(FIELDS.member),
    tab: Schema.optionalKey(FIELDS.tab),
    reference: Schema.optionalKey(FIELDS.reference),
    from: Schema.optionalKey(FIELDS.from),
    to: Schema.optionalKey(FIELDS.to),
  }),
)

/** The query, or the names of the parameters at fault. */
export const visitQueryOf = (
  parameters: Readonly<Record<string, string>>,
): VisitQuery | ReadonlyArray<string> => {
  const strange = Object.keys(parameters).filter((name) => !NAMES.some((known) => known === name))
  if (strange.length > 0) return strange
  const decoded = decode(parameters)
  if (Exit.isSuccess(decoded)) return { ...decoded.value, limit: MAX_LISTED }
  return NAMES.filter(
    (name) =>
      parameters[name] !== undefined && Exit.isFailure(decode({ [name]: parameters[name] })),
  )
}

/** One row of the list. It names people by id, which is why listing is audited too. */
export const listed = (visit: VisitRecord) => ({
  visit: visit.visit,
  tab: visit.tab,
  member: visit.member,
  locale: visit.locale,
  brand: visit.brand,
  device: visit.device,
  base: visit.base,
  startedAt: visit.at,
  lastEventAt: visit.lastEventAt,
  events: visit.head,
  clientFacts: visit.n,
  ended: visit.ended,
})
