/** What support may ask the list of captures for; anything else is refused by its name. Pure. */
import { Exit, Schema } from "effect"
import { MemberId, TabId } from "@foldcast/contracts/ids"
import { EpochMillis } from "@foldcast/contracts/units"
import { withoutInvisibleMarks } from "@foldcast/rules/invisible-marks"
import type { SearchTerms } from "../log/search-terms.ts"
import type { VisitRecord } from "../log/visit-header.ts"
import type { VisitQuery } from "../log/visit-index.ts"

/** Captures listed at most. */
export const MAX_LISTED = 200

/** With its offset: a time of day without one is another moment in winter. */
const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/iu

const Millis = Schema.String.check(Schema.isPattern(/^\d{1,16}$/u)).pipe(
  Schema.decodeTo(Schema.NumberFromString),
  Schema.decodeTo(EpochMillis),
)

/** A moment or a day (which begins in UTC) as milliseconds; in a query an unwritten `+` is a blank. */
const momentText = (text: string): string => {
  const moment = text.trim().replace(" ", "+")
  return ISO.test(moment) ? String(Date.parse(moment)) : text
}

/** Out of a mail or a chat, with the marks and dashes that those make of what was written. */
const pasted = (text: string): string => withoutInvisibleMarks(text).replaceAll(/\p{Pd}/gu, "-")

/** As the mail and the bank's page show it. */
const PaymentName = Schema.String.check(Schema.isBetweenLength(1, 128))
const Email = Schema.String.check(Schema.isMaxLength(320), Schema.isPattern(/^\s*\S+@\S+\s*$/u))

const FIELDS = {
  member: MemberId,
  tab: TabId,
  reference: Schema.String.check(Schema.isPattern(/^[0-9A-Za-z -]{1,32}$/u)),
  payment: PaymentName,
  email: Email,
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
    payment: Schema.optionalKey(FIELDS.payment),
    email: Schema.optionalKey(FIELDS.email),
    from: Schema.optionalKey(FIELDS.from),
    to: Schema.optionalKey(FIELDS.to),
  }),
)

/** The query, or the names of the parameters at fault: each stands once. */
export const visitQueryOf = (
  given: Readonly<Record<string, ReadonlyArray<string>>>,
  { asked }: SearchTerms,
): VisitQuery | ReadonlyArray<string> => {
  const strange = Object.entries(given).flatMap(([name, values]) =>
    NAMES.some((known) => known === name) && values.length === 1 ? [] : [name],
  )
  if (strange.length > 0) return strange
  const parameters: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(given).map(([name, values]) => [name, pasted(values.join())]),
  )
  const { from, to } = parameters
  const readable: Readonly<Record<string, string>> = {
    ...parameters,
    ...(from !== undefined && { from: momentText(from) }),
    ...(to !== undefined && { to: momentText(to) }),
  }
  const decoded = decode(readable)
  if (Exit.isSuccess(decoded)) {
    const { reference, payment, email, ...rest } = decoded.value
    const terms = [
      ...(reference === undefined ? [] : [asked.reference(reference)]),
      ...(payment === undefined ? [] : [asked.payment(payment)]),
      ...(email === undefined ? [] : [asked.email(email)]),
    ]
    return { ...rest, terms, limit: MAX_LISTED }
  }
  return NAMES.filter(
    (name) => readable[name] !== undefined && Exit.isFailure(decode({ [name]: readable[name] })),
  )
}

/** One row of the list. It names people by id, which is why listing is audited too. */
export const listedCapture = (visit: VisitRecord) => ({
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
