/**
 * A guest's call by phone: the number that is shown, the PIN, and what has become of the call.
 *
 * Invariants: an end that is told of another call than the present one changes nothing; a call that this document gave
 * up comes back with the next word of it.
 */
import { NO_IVR_SESSION_LABEL } from "@foldcast/contracts/phone"
import type { EventOf } from "@foldcast/contracts/stream/event"
import { NO_CALL } from "./call.ts"
import type {
  Call,
  CallCosts,
  CallFigures,
  DialInState,
  IvrSession,
  SiteState,
} from "./site-state.ts"
import { type Slice, withChanges } from "./slice.ts"

const UNASKED = { _tag: "Unasked" } as const
const ASKED = { _tag: "Asked" } as const

export const NO_DIAL_IN: DialInState = {
  numbers: UNASKED,
  ivr: UNASKED,
  country: null,
  firstCountry: null,
  pinRefusal: null,
  call: NO_CALL,
  lastCall: null,
}

type State = SiteState["dialIn"]

/** Refusals after which no PIN of that number is accepted. */
const ENDS_SESSION: ReadonlySet<string> = new Set([NO_IVR_SESSION_LABEL, "tooManyAttempts"])

const forgotten = () => undefined

export const isCallOver = ({ _tag }: Call): boolean => _tag === "Ended" || _tag === "Expired"

/** A number whose asking failed is asked for again by the next opening. */
const withoutSession = (dialIn: DialInState): DialInState =>
  withChanges(dialIn, {
    ivr: UNASKED,
    numbers: dialIn.numbers._tag === "Known" ? dialIn.numbers : UNASKED,
    pinRefusal: null,
  })

const withSession = (dialIn: DialInState, content: IvrSession): DialInState => ({
  ...dialIn,
  ivr: { _tag: "Known", content },
  country: content.country,
  firstCountry: dialIn.firstCountry ?? content.country,
})

type Active = Extract<Call, { readonly _tag: "Pending" | "InCall" }>

/** The call that was accepted or goes on; null without one. */
const activeCall = ({ call }: DialInState): Active | null =>
  call._tag === "Pending" || call._tag === "InCall" ? call : null

const costsOf = ({ tariffCents, startCents, maxCents }: CallCosts): CallCosts => ({
  tariffCents,
  ...(startCents !== undefined && { startCents }),
  ...(maxCents !== undefined && { maxCents }),
})

const knownCall = (dialIn: DialInState, session: string) => {
  const { ivr } = dialIn
  const shown = ivr._tag === "Known" && ivr.content.session === session ? ivr.content : null
  const costs = shown && costsOf(shown)
  const active = activeCall(dialIn)
  return active?.session === session
    ? { session, username: active.username, costs: active.costs ?? costs }
    : { session, username: null, costs }
}

const figuresOf = (
  call: Call,
  { seconds, cents }: Pick<EventOf<"DialInStateChanged">, "seconds" | "cents">,
): CallFigures => {
  const before = call._tag === "InCall" ? call : { seconds: 0, cents: 0 }
  return { seconds: seconds ?? before.seconds, cents: cents ?? before.cents }
}

const stateChanged = (
  dialIn: DialInState,
  event: EventOf<"DialInStateChanged">,
  at: number,
): DialInState => {
  const { session, state } = event
  const active = activeCall(dialIn)
  switch (state) {
    case "pending":
      return active?._tag === "Pending" && active.session === session
        ? dialIn
        : { ...dialIn, call: { _tag: "Pending", ...knownCall(dialIn, session) } }
    case "in_call": {
      // What the service does not say goes on from what it said last.
      const isToldAnew = event.seconds !== undefined || active?._tag !== "InCall"
      return {
        ...dialIn,
        call: {
          _tag: "InCall",
          ...knownCall(dialIn, session),
          ...figuresOf(dialIn.call, event),
          at: isToldAnew ? at : active.at,
        },
      }
    }
    case "ended":
      return active?.session === session
        ? {
            ...withoutSession(dialIn),
            call: { _tag: "Ended" },
            lastCall: figuresOf(active, event),
          }
        : dialIn
    case "expired":
      return active === null || active.session === session
        ? { ...withoutSession(dialIn), call: { _tag: "Expired", wasStarted: active !== null } }
        : dialIn
  }
}

/** Whether it is the command whose failure stands in `pending`. */
const isStartFailure = ({ pending }: SiteState, commandId: string) =>
  pending.failures.StartDialIn?.commandId === commandId

export const dialInSlice = {
  events: {
    StreamReset: forgotten,
    LoggedOut: forgotten,
    // What the call cost stays to be read.
    LoggedIn: ({ lastCall } = NO_DIAL_IN) =>
      lastCall === null ? undefined : { ...NO_DIAL_IN, lastCall },
    DialInNumbersListed: (dialIn = NO_DIAL_IN, { numbers }) => ({
      ...dialIn,
      numbers: { _tag: "Known", content: numbers },
    }),
    IvrSessionOpened: (dialIn = NO_DIAL_IN, { _tag, ...session }) => withSession(dialIn, session),
    DialInStarted: (dialIn = NO_DIAL_IN, { session, username }) => {
      const active = activeCall(dialIn)
      return {
        ...dialIn,
        pinRefusal: null,
        lastCall: null,
        call:
          active?.session === session
            ? { ...active, username }
            : { _tag: "Pending", ...knownCall(dialIn, session), username },
      }
    },
    DialInRefused: (dialIn = NO_DIAL_IN, { label }) => ({
      ...dialIn,
      ivr: ENDS_SESSION.has(label) ? UNASKED : dialIn.ivr,
      pinRefusal: label,
    }),
    DialInStateChanged: (dialIn = NO_DIAL_IN, event, { at }) => stateChanged(dialIn, event, at),
  },
  facts: {
    PinTyped: (dialIn) => dialIn && withChanges(dialIn, { pinRefusal: null }),
    IvrSessionRecalled: (dialIn = NO_DIAL_IN, { _tag, ...session }) => withSession(dialIn, session),
    DialInAbandoned: (dialIn) =>
      dialIn &&
      withChanges(withoutSession(dialIn), { call: NO_CALL, country: null, firstCountry: null }),
    DialogOpened: (dialIn, { dialog }) =>
      dialog === "dialIn" && dialIn !== undefined && isCallOver(dialIn.call)
        ? { ...dialIn, call: NO_CALL }
        : dialIn,
    DialogClosed: (dialIn, { dialog }) =>
      dialog === "dialIn" ? dialIn && withoutSession(dialIn) : dialIn,
    WaitElapsed: (dialIn, { name }) => {
      if (dialIn === undefined) return undefined
      switch (name) {
        case "dial-in-expiry":
          return dialIn.ivr._tag === "Known" ? { ...dialIn, ivr: UNASKED } : dialIn
        case "dial-in-reset":
          return isCallOver(dialIn.call) ? { ...dialIn, call: NO_CALL } : dialIn
        case "dial-in-check":
        case "payment-check":
          return dialIn
      }
    },
    CommandSent: (dialIn: State, { command }): State => {
      switch (command) {
        case "ListDialInNumbers":
          return { ...(dialIn ?? NO_DIAL_IN), numbers: ASKED }
        case "OpenIvrSession":
          return { ...(dialIn ?? NO_DIAL_IN), ivr: ASKED }
        case "StartDialIn":
          return dialIn && withChanges(dialIn, { pinRefusal: null })
        default:
          return dialIn
      }
    },
    CommandFailed: (dialIn, { commandId, label }, _around, site) =>
      dialIn !== undefined && isStartFailure(site, commandId)
        ? { ...dialIn, pinRefusal: label }
        : dialIn,
  },
} satisfies Slice<State>

export const dialInOf = ({ dialIn = NO_DIAL_IN }: SiteState): DialInState => dialIn
