/**
 * What one writes by hand: an immutable reducer for each slice, a switch over the tag, and every slice gets every
 * event. Folds the events of log.ts to the same state as the site's own fold.
 */
import type { Bundle } from "@foldcast/contracts/stream/wallet"
import type { Event } from "@foldcast/contracts/stream/event"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { SiteState } from "@foldcast/folds/site-state"

type Of<Name extends keyof SiteState> = SiteState[Name]

export interface SequencedEvent {
  readonly seq: number
  readonly at: number
  readonly event: Event
}

export const visit = (state: Of<"visit">, { seq, at, event }: SequencedEvent): Of<"visit"> => {
  switch (event._tag) {
    case "SourceInterrupted":
      return state.interrupted.includes(event.source)
        ? { ...state, seq, at }
        : { ...state, seq, at, interrupted: [...state.interrupted, event.source] }
    case "SourceRestored":
      return {
        ...state,
        seq,
        at,
        interrupted: state.interrupted.filter((source) => source !== event.source),
      }
    default:
      return { ...state, seq, at }
  }
}

export const account = (state: Of<"account">, { event }: SequencedEvent): Of<"account"> => {
  switch (event._tag) {
    case "LoggedIn": {
      const { identity } = state
      const { memberId, username, verified } = event
      const isSame = identity._tag === "Member" && identity.memberId === memberId
      const profile = isSame ? identity.profile : null
      return {
        ...state,
        identity: { _tag: "Member", memberId, username, verified, profile },
        logInRefusal: null,
        registrationRefusal: null,
      }
    }
    case "MemberLoaded": {
      const { identity } = state
      if (identity._tag !== "Member") return state
      const { capName, email, endUserText, lander, showChangeUsername, welcomed = false } = event
      return {
        ...state,
        identity: {
          ...identity,
          username: event.username,
          verified: event.verified,
          profile: {
            capName,
            email,
            endUserText,
            lander,
            showChangeUsername,
            welcomed,
            pendingEmail: event.pendingEmail ?? null,
          },
        },
      }
    }
    default:
      return state
  }
}

export const credits = (state: Of<"credits">, { event }: SequencedEvent): Of<"credits"> => {
  switch (event._tag) {
    case "CreditsChanged": {
      const ranOut = event.credits > 0 ? null : state.ranOut
      return state.balance === event.credits && state.ranOut === ranOut
        ? state
        : { balance: event.credits, ranOut }
    }
    case "CreditsRanOut":
      return state.ranOut === event.action ? state : { ...state, ranOut: event.action }
    default:
      return state
  }
}

const SHOWN_BUNDLES = 5
const firstChoice = (content: Of<"wallet">["content"]): Bundle | undefined => {
  const shown = content?.bundles.slice(0, SHOWN_BUNDLES) ?? []
  return shown.find(({ tags }) => tags.includes("default")) ?? shown[0]
}

export const isOurs = ({ openSessionIds, current }: Of<"payment">, sessionId: string): boolean =>
  openSessionIds.includes(sessionId) ||
  (current._tag === "AtBank" && current.sessionId === sessionId)

export const wallet = (
  state: Of<"wallet">,
  { event }: SequencedEvent,
  payment: Of<"payment">,
): Of<"wallet"> => {
  switch (event._tag) {
    case "WalletLoaded": {
      const { _tag, ...content } = event
      return { ...state, content, refusal: null }
    }
    case "BundleBought":
    case "PaymentFailed": {
      if (!isOurs(payment, event.sessionId)) return state
      const { content } = state
      const bundle = firstChoice(content)
      if (content === null || bundle === undefined) {
        return state.basket === null ? state : { ...state, basket: null }
      }
      const offered = content.paymentOptions.some(({ id }) => id === content.defaultMethodId)
      const methodId = offered ? content.defaultMethodId : null
      return { ...state, basket: { bundleId: bundle.id, methodId, subOptionId: null } }
    }
    default:
      return state
  }
}

const MAX_OPEN_SESSIONS = 20
const MAX_SEEN_TRANSACTIONS = 100

export const payment = (state: Of<"payment">, { event }: SequencedEvent): Of<"payment"> => {
  switch (event._tag) {
    case "PaymentSessionOpened":
      return state.openSessionIds.includes(event.sessionId)
        ? state
        : {
            ...state,
            openSessionIds: [...state.openSessionIds, event.sessionId].slice(-MAX_OPEN_SESSIONS),
          }
    case "BundleBought": {
      const { sessionId, bundleId, credits, amountCents, transactionId } = event
      if (state.seenTransactionIds.includes(transactionId)) return state
      const isOfThisTab = isOurs(state, sessionId)
      return {
        current: isOfThisTab
          ? { _tag: "Succeeded", credits, bundleId, amountCents, transactionId }
          : state.current,
        openSessionIds: state.openSessionIds.filter((id) => id !== sessionId),
        seenTransactionIds: [...state.seenTransactionIds, transactionId].slice(
          -MAX_SEEN_TRANSACTIONS,
        ),
        lastPurchase: { credits, bundleId, amountCents, transactionId, isOfThisTab },
      }
    }
    case "PaymentFailed":
      return state.openSessionIds.includes(event.sessionId)
        ? {
            ...state,
            openSessionIds: state.openSessionIds.filter((id) => id !== event.sessionId),
          }
        : state
    default:
      return state
  }
}

export const pending = (state: Of<"pending">, { event }: SequencedEvent): Of<"pending"> =>
  event._tag === "LoggedOut" ? INITIAL_STATE.pending : state

export const dialogs = (state: Of<"dialogs">, { event }: SequencedEvent): Of<"dialogs"> => {
  if (event._tag === "LoggedOut") return INITIAL_STATE.dialogs
  if (event._tag !== "LoggedIn") return state
  return state.open === "logIn" || state.open === "register" ? { open: null } : state
}

const sameIds = (a: ReadonlyArray<string> | null, b: ReadonlyArray<string>) =>
  a?.length === b.length && b.every((id, index) => id === a[index])

export const favourites = (
  state: Of<"favourites">,
  { event }: SequencedEvent,
): Of<"favourites"> => {
  const { performerIds } = state
  switch (event._tag) {
    case "FavouritesListed":
      return sameIds(performerIds, event.performerIds)
        ? state
        : { ...state, performerIds: event.performerIds }
    case "FavouriteAdded":
      return performerIds === null || performerIds.includes(event.performerId)
        ? state
        : { ...state, performerIds: [event.performerId, ...performerIds] }
    case "FavouriteRemoved":
      return performerIds?.includes(event.performerId) === true
        ? { ...state, performerIds: performerIds.filter((id) => id !== event.performerId) }
        : state
    default:
      return state
  }
}

export const site = (state: SiteState, seen: SequencedEvent): SiteState => ({
  visit: visit(state.visit, seen),
  account: account(state.account, seen),
  credits: credits(state.credits, seen),
  wallet: wallet(state.wallet, seen, state.payment),
  payment: payment(state.payment, seen),
  pending: pending(state.pending, seen),
  dialogs: dialogs(state.dialogs, seen),
  consent: state.consent,
  favourites: favourites(state.favourites, seen),
  room: state.room,
})
