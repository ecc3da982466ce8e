/**
 * Paying by a phone call, for guests alone: ListDialInNumbers → DialInNumbersListed, OpenIvrSession → IvrSessionOpened,
 * StartDialIn → DialInStarted | DialInRefused, CheckDialIn and EndDialIn → DialInStateChanged, or nothing.
 *
 * Each may be repeated without harm: the upstream accepts the same PIN of the same browser again. The PIN goes upstream
 * and nowhere else.
 */
import { Clock, Effect, Random, Redacted } from "effect"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { CALLER_PREFIX, DIAL_IN_COUNTRIES, WRONG_PIN_LABEL } from "@foldcast/contracts/phone"
import type { EventOf } from "@foldcast/contracts/stream/event"
import type { PaymentProvider } from "@foldcast/contracts/stream/wallet"
import { isSameNumber, type OfferedNumber, phoneNumberFault } from "@foldcast/rules/phone-numbers"
import { CallPresence } from "../callers/call-presence.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { labelOfChange, reasonOf } from "../normalise/call-failure.ts"
import { dialInCountryOf, dialInNumbers, ivrSessionOpened } from "../normalise/dial-in.ts"
import type { SessionCall } from "../sessions/session-store.ts"
import { makeViewerName } from "../rooms/viewer-name.ts"
import { Geo } from "../upstream/geo.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { callFacts } from "../visits/first-facts.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  browserOf,
  callTraits,
  type CommandContext,
  HANDLED,
  type Handler,
  TOO_MANY_ATTEMPTS,
} from "./handler.ts"

/** Members pay with credits. */
const GUESTS_ONLY = "guestsOnly"
const ANONYMOUS_NAMES = 10_000_000

const isGuest = ({ session }: CommandContext): boolean => session.member === null

/** A number that may not be offered is reported. */
const mayBeOffered = (offered: OfferedNumber) => {
  const fault = phoneNumberFault(offered)
  if (fault === null) return Effect.succeed(true)
  const { country } = offered
  return Effect.as(Effect.logError("a number to call is not offered", { country, fault }), false)
}

/** The law of the shown number says nothing of another one, and a phone dials what it is given. */
const isAsShown = ({ country, calledNumber, displayNumber }: EventOf<"IvrSessionOpened">) => {
  if (isSameNumber(country, calledNumber, displayNumber)) return Effect.succeed(true)
  return Effect.as(Effect.logError("a number to call is shown as another one", { country }), false)
}

/** The visitor's own, where it is one of ours. Without consent nobody is asked. */
const makeOwnCountry = Effect.map(
  Geo,
  (geo) =>
    ({ hasConsented, clientAddress }: CommandContext) =>
      hasConsented
        ? Effect.map(geo.countryOf(clientAddress), dialInCountryOf)
        : Effect.succeed(undefined),
)

const makeListNumbers = (provider: PaymentProvider) =>
  Effect.gen(function* () {
    const api = yield* MemberApi
    const ownCountry = yield* makeOwnCountry
    const facts = yield* makeCommandFacts

    const listNumbers: Handler<"ListDialInNumbers"> = Effect.fnUntraced(function* (_, context) {
      if (!isGuest(context)) return HANDLED
      const [outcome, own] = yield* Effect.all(
        [
          api.call({ ...callTraits(context), call: "GET /payment/dial-in", query: { provider } }),
          ownCountry(context),
        ],
        { concurrency: 2 },
      )
      if (outcome._tag !== "Answered") {
        yield* Effect.logWarning("there are no numbers to call", { why: reasonOf(outcome) })
        return HANDLED
      }
      const numbers = yield* Effect.filter(dialInNumbers(outcome.body, own), mayBeOffered)
      return yield* facts.answered(context, { _tag: "DialInNumbersListed", numbers })
    })
    return listNumbers
  })

const makeOpenSession = Effect.gen(function* () {
  const api = yield* MemberApi
  const rates = yield* RateLimits
  const ownCountry = yield* makeOwnCountry
  const facts = yield* makeCommandFacts

  const openSession: Handler<"OpenIvrSession"> = Effect.fnUntraced(function* (
    { country, fingerprint },
    context,
  ) {
    if (!isGuest(context)) return HANDLED
    const now = yield* Clock.currentTimeMillis
    const counted = { ivrSessionsPerAddress: rateKeyOf(context.clientAddress) }
    if (!rates.take(counted, now).allowed) {
      yield* Effect.logWarning("too many numbers were asked for from one address")
      return HANDLED
    }
    const outcome = yield* api.call({
      ...callTraits(context),
      clientAddress: context.clientAddress,
      call: "GET /payment/ivr",
      query: {
        ...context.visit.tracking,
        country: country ?? (yield* ownCountry(context)) ?? DIAL_IN_COUNTRIES[0],
        ...(fingerprint !== undefined && { fingerprint }),
      },
    })
    if (outcome._tag !== "Answered") {
      yield* Effect.logWarning("there is no number to call", { why: reasonOf(outcome) })
      return HANDLED
    }
    const opened = ivrSessionOpened(outcome.body, yield* Clock.currentTimeMillis)
    return (yield* mayBeOffered({ ...opened, number: opened.displayNumber })) &&
      (yield* isAsShown(opened))
      ? yield* facts.answered(context, opened)
      : HANDLED
  })
  return openSession
})

const makeStart = (provider: PaymentProvider) =>
  Effect.gen(function* () {
    const api = yield* MemberApi
    const rates = yield* RateLimits
    const calls = yield* CallPresence
    const facts = yield* makeCommandFacts
    const viewerName = yield* makeViewerName

    const refused = (context: CommandContext, label: string) =>
      facts.decided(context, { _tag: "DialInRefused", label })

    const start: Handler<"StartDialIn"> = Effect.fnUntraced(function* (
      { session, pin, fingerprint },
      context,
    ) {
      const { owner } = context.session
      if (!isGuest(context)) return yield* refused(context, GUESTS_ONLY)
      const counted = { pinsPerIvrSession: session }
      const wrong = { wrongPinsPerAddress: rateKeyOf(context.clientAddress) }
      if (!rates.take({ ...counted, ...wrong }, yield* Clock.currentTimeMillis).allowed) {
        return yield* refused(context, TOO_MANY_ATTEMPTS)
      }
      const digits = yield* Random.nextIntBetween(0, ANONYMOUS_NAMES - 1)
      const outcome = yield* api.call({
        ...callTraits(context),
        ...browserOf(context),
        call: "POST /payment/dial-in",
        body: {
          username: `${CALLER_PREFIX}${String(digits).padStart(7, "0")}`,
          provider,
          pincode: pin,
          session,
          viewer: viewerName(owner),
          meta: context.visit.tracking,
          ...(fingerprint !== undefined && { fingerprint }),
        },
      })
      if (outcome._tag !== "Answered") {
        const label = labelOfChange(outcome)
        if (label !== WRONG_PIN_LABEL) rates.giveBack(wrong)
        return yield* refused(context, label)
      }
      rates.giveBack({ ...counted, ...wrong })
      const { username, token } = outcome.body
      const accepted: SessionCall = {
        session,
        username,
        token: Redacted.make(token),
        state: "pending",
      }
      const call = yield* calls.started(owner, accepted)
      // Somebody logged in while it was asked: who pays with credits pays for no call.
      if (call === null) return yield* refused(context, GUESTS_ONLY)
      yield* facts.answered(context, ...callFacts({ call }))
      return { ...HANDLED, call: call.state }
    })
    return start
  })

const makeCheck = Effect.map(CallPresence, (calls): Handler<"CheckDialIn"> =>
  Effect.fnUntraced(function* (_, { visit, session: { call }, commandId }) {
    if (call !== null) yield* calls.check(visit, call, commandId)
    return HANDLED
  }),
)

const makeEnd = Effect.map(CallPresence, (calls): Handler<"EndDialIn"> =>
  Effect.fnUntraced(function* (_, { session: { owner }, commandId }) {
    return (yield* calls.end(owner, commandId)) ? { ...HANDLED, call: null } : HANDLED
  }),
)

export const dialInHandlers = (provider: PaymentProvider) => ({
  ListDialInNumbers: makeListNumbers(provider),
  OpenIvrSession: makeOpenSession,
  StartDialIn: makeStart(provider),
  CheckDialIn: makeCheck,
  EndDialIn: makeEnd,
})
