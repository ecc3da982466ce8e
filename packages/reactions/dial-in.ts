/**
 * Reactions of paying by a phone call: the number is asked for while the dialog is open, and anew when it has expired;
 * the call is asked about while it is not over and the tab is shown; its end leaves the room that it paid for. Steps of
 * the state in, effects as data out. Loaded with the slice (with-dial-in.ts).
 */
import {
  combineLatest,
  concatMap,
  distinctUntilChanged,
  EMPTY,
  filter,
  from,
  map,
  merge,
  type Observable,
  pairwise,
  switchMap,
  take,
  withLatestFrom,
} from "rxjs"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { Command } from "@foldcast/contracts/commands/command"
import { isMember } from "@foldcast/folds/account"
import { callOf, hasCall } from "@foldcast/folds/call"
import { dialInOf, isCallOver } from "@foldcast/folds/dial-in"
import { failureOf, isPending } from "@foldcast/folds/pending"
import type { Call, IvrSession, SiteState } from "@foldcast/folds/site-state"
import type { Effect } from "./effect.ts"

export type DialInEffect =
  | Extract<Effect, { readonly _tag: "SendCommand" | "DispatchFact" }>
  /** In the tab's storage, until it expires; null: no longer. */
  | { readonly _tag: "KeepIvrSession"; readonly session: IvrSession | null }

export interface DialInReactionDeps {
  /** Whether the tab is looked at: emits at once, and when it changes. */
  readonly isShown$: Observable<boolean>
  /** Emits each time so many milliseconds have passed. */
  readonly every: (ms: number) => Observable<unknown>
  /** Gateway milliseconds. */
  readonly now: () => number
  /** The number that this tab may still call; null: none. */
  readonly recalled: () => IvrSession | null
  /** Whether the page's log already spoke of a call. */
  readonly hasHeard: boolean
}

const PENDING_CHECK_MS = 1_000
/** An end that was not told is found out. */
const IN_CALL_CHECK_MS = 15_000
const RESET_MS = 3_000
const REOPEN_MS = 100

const send = (command: Command): DialInEffect => ({ _tag: "SendCommand", command, commandId: null })
const tell = (fact: ClientFact): DialInEffect => ({ _tag: "DispatchFact", fact })
const keep = (session: IvrSession | null): DialInEffect => ({ _tag: "KeepIvrSession", session })

const isStartPending = isPending("StartDialIn")
const isCheckPending = isPending("CheckDialIn")
const isEndPending = isPending("EndDialIn")
const endFailure = failureOf("EndDialIn")

const isAsking = (state: SiteState) =>
  state.dialogs.open === "dialIn" &&
  state.visit.started !== null &&
  !isMember(state) &&
  callOf(state)._tag === "None"

/** No other number while a PIN of this one is being sent. */
const lacksSession = (state: SiteState) =>
  isAsking(state) && dialInOf(state).ivr._tag === "Unasked" && !isStartPending(state)

/** On a phone, the number to call stands in the IVR session (DIALIN-23). */
const lacksNumbers = (state: SiteState) =>
  isAsking(state) &&
  state.visit.started?.device !== "mobile" &&
  dialInOf(state).numbers._tag === "Unasked"

const openSession = (state: SiteState, { recalled, now }: DialInReactionDeps): DialInEffect => {
  const kept = recalled()
  if (kept !== null && kept.expiresAt > now()) return tell({ _tag: "IvrSessionRecalled", ...kept })
  const { country } = dialInOf(state)
  return send({ _tag: "OpenIvrSession", ...(country !== null && { country }) })
}

const asked = (state$: Observable<SiteState>, deps: DialInReactionDeps): Observable<DialInEffect> =>
  merge(
    state$.pipe(
      distinctUntilChanged((a, b) => lacksSession(a) === lacksSession(b)),
      filter(lacksSession),
      map((state) => openSession(state, deps)),
    ),
    state$.pipe(
      map(lacksNumbers),
      distinctUntilChanged(),
      filter((lacks) => lacks),
      map(() => send({ _tag: "ListDialInNumbers" })),
    ),
  )

/** The effects of `after` each time so many milliseconds have passed; null: there is nothing to wait for. */
const waited = (
  ms$: Observable<number | null>,
  after: (state: SiteState) => ReadonlyArray<DialInEffect>,
  state$: Observable<SiteState>,
  { every }: DialInReactionDeps,
): Observable<DialInEffect> =>
  ms$.pipe(
    distinctUntilChanged(),
    switchMap((ms) => (ms === null ? EMPTY : every(ms).pipe(withLatestFrom(state$)))),
    concatMap(([, state]) => from(after(state))),
  )

const expiry = (
  state$: Observable<SiteState>,
  { every, now }: DialInReactionDeps,
): Observable<DialInEffect> =>
  state$.pipe(
    map((state) => dialInOf(state).ivr),
    distinctUntilChanged(),
    switchMap((ivr) =>
      ivr._tag === "Known"
        ? every(Math.max(0, ivr.content.expiresAt - now())).pipe(take(1))
        : EMPTY,
    ),
    map(() => tell({ _tag: "WaitElapsed", name: "dial-in-expiry" })),
  )

const checks = (
  state$: Observable<SiteState>,
  deps: DialInReactionDeps,
  /** Whether this tab came back to a number that it had been shown. */
  isBack: boolean,
): Observable<DialInEffect> => {
  const everyMs = (state: SiteState): number | null => {
    const { call, ivr } = dialInOf(state)
    switch (call._tag) {
      case "Pending":
        return PENDING_CHECK_MS
      case "InCall":
        return IN_CALL_CHECK_MS
      case "None": {
        // Who calls with this phone leaves the page for it.
        const mayCall = isBack && state.visit.started?.device === "mobile"
        return mayCall && ivr._tag === "Known" ? PENDING_CHECK_MS : null
      }
      case "Ended":
      case "Expired":
        return null
    }
  }
  const shownMs$ = combineLatest([state$, deps.isShown$]).pipe(
    map(([state, isShown]) => (isShown ? everyMs(state) : null)),
  )
  return waited(
    shownMs$,
    (state) => [
      tell({ _tag: "WaitElapsed", name: "dial-in-check" }),
      ...(isCheckPending(state) ? [] : [send({ _tag: "CheckDialIn" })]),
    ],
    state$,
    deps,
  )
}

/** Ended, or expired without having begun here: forgotten after a moment. Expired else: begun anew. */
const afterEnd = (
  state$: Observable<SiteState>,
  deps: DialInReactionDeps,
): Observable<DialInEffect> => {
  const once = (ms: number, isDue: (call: Call) => boolean, fact: ClientFact) =>
    waited(
      state$.pipe(map((state) => (isDue(callOf(state)) ? ms : null))),
      () => [tell(fact)],
      state$,
      deps,
    )
  const isReopened = (call: Call) => call._tag === "Expired" && call.wasStarted
  return merge(
    once(RESET_MS, (call) => isCallOver(call) && !isReopened(call), {
      _tag: "WaitElapsed",
      name: "dial-in-reset",
    }),
    once(REOPEN_MS, isReopened, { _tag: "DialogOpened", dialog: "dialIn" }),
  )
}

/** Whoever pays by phone needs no window to pay in (DIALIN-25). */
const closeWindows = ({ dialogs, wallet }: SiteState): ReadonlyArray<DialInEffect> => [
  ...(dialogs.open === "dialIn" ? [tell({ _tag: "DialogClosed", dialog: "dialIn" })] : []),
  ...(wallet.open ? [tell({ _tag: "WalletClosed" })] : []),
]

const leaveRoom = ({ room }: SiteState): ReadonlyArray<DialInEffect> =>
  room?.presence._tag === "Inside" && room.dialIn
    ? [send({ _tag: "LeaveRoom", performerId: room.performerId, reason: "dialin_stopped" })]
    : []

const followed = ([before, after]: readonly [
  SiteState,
  SiteState,
]): ReadonlyArray<DialInEffect> => {
  const [was, is] = [dialInOf(before), dialInOf(after)]
  const number = was.ivr !== is.ivr && is.ivr._tag === "Known" ? is.ivr.content : null
  const isEndedNow = isCallOver(is.call) && !isCallOver(was.call)
  // Its next opening must not find it again.
  const isRefused =
    is.pinRefusal !== null && was.pinRefusal !== is.pinRefusal && is.ivr._tag === "Unasked"
  const isLoggedIn = isMember(after) && !isMember(before)
  // A new visit knows nothing of the call.
  const isLost = hasCall(before) && after.dialIn === undefined && !isMember(after)
  // The gateway knows of no call: there is nothing to wait for.
  const endedUntold =
    isEndPending(before) && !isEndPending(after) && endFailure(after) === null && hasCall(after)
  return [
    ...(number === null ? [] : [keep(number)]),
    ...(hasCall(after) && !hasCall(before) ? closeWindows(after) : []),
    ...(isEndedNow || isLoggedIn || isRefused ? [keep(null)] : []),
    ...(isEndedNow ? leaveRoom(after) : []),
    ...(isLost ? [send({ _tag: "CheckDialIn" })] : []),
    ...(endedUntold ? [tell({ _tag: "DialInAbandoned" })] : []),
  ]
}

/** What this tab had when it was loaded (DIALIN-21). */
const resumed = (
  state$: Observable<SiteState>,
  kept: IvrSession | null,
  { hasHeard, now }: DialInReactionDeps,
): Observable<DialInEffect> =>
  state$.pipe(
    take(1),
    concatMap((state) => {
      if (isMember(state) || state.dialIn !== undefined) return EMPTY
      const isGood = kept !== null && kept.expiresAt > now()
      return from([
        ...(isGood ? [tell({ _tag: "IvrSessionRecalled", ...kept })] : []),
        ...(isGood || hasHeard ? [send({ _tag: "CheckDialIn" })] : []),
      ])
    }),
  )

export const dialInReactions = (
  state$: Observable<SiteState>,
  deps: DialInReactionDeps,
): Observable<DialInEffect> => {
  const kept = deps.recalled()
  return merge(
    state$.pipe(
      pairwise(),
      concatMap((pair) => from(followed(pair))),
    ),
    afterEnd(state$, deps),
    expiry(state$, deps),
    checks(state$, deps, kept !== null),
    resumed(state$, kept, deps),
    asked(state$, deps),
  )
}
