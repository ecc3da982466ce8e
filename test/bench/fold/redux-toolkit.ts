/**
 * Redux Toolkit as its manual shows it: a slice with Immer for each part of the state, a store without its
 * development checks. Every slice handles the same actions, one for each tag.
 */
import { configureStore, createAction, createReducer } from "@reduxjs/toolkit"
import type { Event, EventOf, EventTag } from "@foldcast/contracts/stream/event"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { isOurs, type SequencedEvent } from "./hand-reducers.ts"
import { foldContender } from "./run-fold.ts"

interface Told<Tag extends EventTag> {
  readonly seq: number
  readonly at: number
  readonly event: EventOf<Tag>
  /** State of another slice before this event. */
  readonly ours: boolean
}

const action = <Tag extends EventTag>(tag: Tag) => createAction<Told<Tag>>(tag)

const interrupted = action("SourceInterrupted")
const restored = action("SourceRestored")
const loggedIn = action("LoggedIn")
const memberLoaded = action("MemberLoaded")
const creditsChanged = action("CreditsChanged")
const creditsRanOut = action("CreditsRanOut")
const walletLoaded = action("WalletLoaded")
const sessionOpened = action("PaymentSessionOpened")
const bundleBought = action("BundleBought")
const paymentFailed = action("PaymentFailed")
const favouritesListed = action("FavouritesListed")
const favouriteAdded = action("FavouriteAdded")
const favouriteRemoved = action("FavouriteRemoved")

/** Immer's drafts are writable. */
type Draft<T> =
  T extends ReadonlyArray<infer Item>
    ? Array<Draft<Item>>
    : T extends object
      ? { -readonly [Key in keyof T]: Draft<T[Key]> }
      : T
type State<Name extends keyof SiteState> = Draft<SiteState[Name]>

const initial = <Name extends keyof SiteState>(name: Name) => INITIAL_STATE[name] as State<Name>

const visit = createReducer(initial("visit"), (builder) =>
  builder
    .addCase(interrupted, (state, { payload: { event } }) => {
      if (!state.interrupted.includes(event.source)) state.interrupted.push(event.source)
    })
    .addCase(restored, (state, { payload: { event } }) => {
      const index = state.interrupted.indexOf(event.source)
      if (index >= 0) state.interrupted.splice(index, 1)
    })
    .addMatcher(
      (told): told is { type: string; payload: Told<EventTag> } => "payload" in told,
      (state, { payload: { seq, at } }) => {
        state.seq = seq
        state.at = at
      },
    ),
)

const account = createReducer(initial("account"), (builder) =>
  builder
    .addCase(loggedIn, (state, { payload: { event } }) => {
      const { memberId, username, verified } = event
      const { identity } = state
      const isSame = identity._tag === "Member" && identity.memberId === memberId
      const profile = isSame ? identity.profile : null
      state.identity = { _tag: "Member", memberId, username, verified, profile }
      state.logInRefusal = null
      state.registrationRefusal = null
    })
    .addCase(memberLoaded, (state, { payload: { event } }) => {
      if (state.identity._tag !== "Member") return
      const { capName, email, endUserText, lander, showChangeUsername, welcomed = false } = event
      state.identity.username = event.username
      state.identity.verified = event.verified
      state.identity.profile = {
        capName,
        email,
        endUserText,
        lander,
        showChangeUsername,
        welcomed,
        pendingEmail: event.pendingEmail ?? null,
      }
    }),
)

const credits = createReducer(initial("credits"), (builder) =>
  builder
    .addCase(creditsChanged, (state, { payload: { event } }) => {
      state.balance = event.credits
      if (event.credits > 0) state.ranOut = null
    })
    .addCase(creditsRanOut, (state, { payload: { event } }) => {
      state.ranOut = event.action
    }),
)

const SHOWN_BUNDLES = 5

const resetBasket = (state: State<"wallet">) => {
  const { content } = state
  const shown = content?.bundles.slice(0, SHOWN_BUNDLES) ?? []
  const bundle = shown.find(({ tags }) => tags.includes("default")) ?? shown[0]
  if (content === null || bundle === undefined) {
    state.basket = null
    return
  }
  const offered = content.paymentOptions.some(({ id }) => id === content.defaultMethodId)
  const methodId = offered ? content.defaultMethodId : null
  state.basket = { bundleId: bundle.id, methodId, subOptionId: null }
}

const wallet = createReducer(initial("wallet"), (builder) =>
  builder
    .addCase(walletLoaded, (state, { payload: { event } }) => {
      const { _tag, ...content } = event
      state.content = content as State<"wallet">["content"]
      state.refusal = null
    })
    .addCase(bundleBought, (state, { payload }) => {
      if (payload.ours) resetBasket(state)
    })
    .addCase(paymentFailed, (state, { payload }) => {
      if (payload.ours) resetBasket(state)
    }),
)

const MAX_OPEN_SESSIONS = 20
const MAX_SEEN_TRANSACTIONS = 100

const forget = (ids: Array<string>, id: string) => {
  const index = ids.indexOf(id)
  if (index >= 0) ids.splice(index, 1)
}

const payment = createReducer(initial("payment"), (builder) =>
  builder
    .addCase(sessionOpened, (state, { payload: { event } }) => {
      if (state.openSessionIds.includes(event.sessionId)) return
      state.openSessionIds.push(event.sessionId)
      if (state.openSessionIds.length > MAX_OPEN_SESSIONS) state.openSessionIds.shift()
    })
    .addCase(bundleBought, (state, { payload: { event, ours } }) => {
      const { sessionId, bundleId, credits, amountCents, transactionId } = event
      if (state.seenTransactionIds.includes(transactionId)) return
      state.seenTransactionIds.push(transactionId)
      if (state.seenTransactionIds.length > MAX_SEEN_TRANSACTIONS) state.seenTransactionIds.shift()
      forget(state.openSessionIds, sessionId)
      const purchase = { credits, bundleId, amountCents, transactionId }
      state.lastPurchase = { ...purchase, isOfThisTab: ours }
      if (ours) state.current = { _tag: "Succeeded", ...purchase }
    })
    .addCase(paymentFailed, (state, { payload: { event } }) => {
      forget(state.openSessionIds, event.sessionId)
    }),
)

const pending = createReducer(initial("pending"), () => undefined)
const dialogs = createReducer(initial("dialogs"), (builder) =>
  builder.addCase(loggedIn, (state) => {
    if (state.open === "logIn" || state.open === "register") state.open = null
  }),
)

const consent = createReducer(initial("consent"), () => undefined)
/** No event of the log belongs to a room. */
const room = createReducer(initial("room"), () => undefined)
const favourites = createReducer(initial("favourites"), (builder) =>
  builder
    .addCase(favouritesListed, (state, { payload: { event } }) => {
      state.performerIds = [...event.performerIds]
    })
    .addCase(favouriteAdded, (state, { payload: { event } }) => {
      const { performerIds } = state
      if (performerIds?.includes(event.performerId) === false)
        performerIds.unshift(event.performerId)
    })
    .addCase(favouriteRemoved, (state, { payload: { event } }) => {
      if (state.performerIds !== null) forget(state.performerIds, event.performerId)
    }),
)

const sessionOf = (event: Event): string | undefined =>
  event._tag === "BundleBought" || event._tag === "PaymentFailed" ? event.sessionId : undefined

export const { run } = foldContender(() => {
  const store = configureStore({
    reducer: {
      visit,
      account,
      credits,
      wallet,
      payment,
      pending,
      dialogs,
      consent,
      favourites,
      room,
    },
    devTools: false,
    middleware: (defaults) =>
      defaults({ immutableCheck: false, serializableCheck: false, actionCreatorCheck: false }),
  })
  return (block) => {
    for (const entry of block) {
      if (entry.kind !== "event") continue
      const { seq, at, event } = entry.envelope as unknown as SequencedEvent
      const session = sessionOf(event)
      const ours =
        session !== undefined && isOurs(store.getState().payment as SiteState["payment"], session)
      store.dispatch({ type: event._tag, payload: { seq, at, event, ours } })
    }
    return store.getState()
  }
})
