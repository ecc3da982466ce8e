/**
 * A payment's effects outside the log: the pay window's navigation, the session's command, and checks of a
 * payment that no window shows.
 */
import {
  concatMap,
  distinctUntilChanged,
  EMPTY,
  filter,
  from,
  map,
  merge,
  type Observable,
  of,
  switchMap,
} from "rxjs"
import type { Payment, SiteState } from "@foldcast/folds/site-state"
import { chosenBundle, chosenMethod, chosenPaymentMethod, offers } from "@foldcast/folds/wallet"
import { returnUrlOf } from "@foldcast/rules/return-url"
import { isPending } from "@foldcast/folds/pending"
import { euroText, packageItem } from "./analytics-event.ts"
import { clientFactOf, type Effect, type LogStep } from "./effect.ts"

/** Milliseconds between two checks of a payment whose window is closed or was not opened by this tab. */
export const CHECK_EVERY_MS = 5_000

export interface PaymentReactionDeps {
  /** Emits the state each time the stream is attached and the backfill is folded. */
  readonly caughtUp$: Observable<SiteState>
  /** The site's own origin. With the path it is the bank's return address. */
  readonly origin: string
  /** Emits each time so many milliseconds have passed. */
  readonly every: (ms: number) => Observable<unknown>
}

const isCheckPending = isPending("CheckPayment")

const check = (sessionId: string): Effect => ({
  _tag: "SendCommand",
  command: { _tag: "CheckPayment", sessionId },
  commandId: null,
})

/** The click has already named the command and opened the window; this step requests the session. */
const openSession =
  (origin: string) =>
  (step: LogStep): ReadonlyArray<Effect> => {
    const fact = clientFactOf(step)
    const { current } = step.after.payment
    if (fact?._tag !== "CheckoutStarted" || current._tag !== "Opening") return []
    if (current.commandId !== fact.commandId) return []
    const { basket } = step.after.wallet
    const { started, path } = step.after.visit
    const paymentMethod = chosenPaymentMethod(step.after)
    if (basket === null || paymentMethod === null || started === null) return []
    return [
      {
        _tag: "SendCommand",
        commandId: fact.commandId,
        command: {
          _tag: "OpenPaymentSession",
          bundleId: basket.bundleId,
          paymentMethod,
          returnUrl: returnUrlOf(origin, path ?? "/"),
          device: started.device,
        },
      },
    ]
  }

const isInFlight = ({ _tag }: Payment) => _tag === "Opening" || _tag === "AtBank"

/** Navigates the pay window: to the bank once its address is known, closed when the payment ends. */
const payWindow = ({ before, after }: LogStep): ReadonlyArray<Effect> => {
  const [was, is] = [before.payment.current, after.payment.current]
  if (was === is) return []
  if (was._tag === "Opening" && is._tag === "AtBank" && is.paymentURL !== null) {
    const url = is.paymentURL
    return [
      is.payWindow === "blocked" ? { _tag: "LeaveForBank", url } : { _tag: "PointPayWindow", url },
    ]
  }
  return isInFlight(was) && !isInFlight(is) ? [{ _tag: "ClosePayWindow" }] : []
}

/** Checks every payment that this tab started and whose end it has not received (UA10). */
const checkAll = ({ payment }: SiteState): ReadonlyArray<Effect> =>
  payment.openSessionIds.map(check)

/** Events that the upstream sent during an interruption are lost, so the payments are checked. */
const isMemberHeardAgain = ({ entry }: LogStep): boolean => {
  if (entry.kind !== "event" || entry.envelope.event._tag !== "SourceRestored") return false
  const { source } = entry.envelope.event
  return source === "member-socket" || source === "member-api"
}

const items = (state: SiteState, bundleId: string) => {
  const bundles = offers(state)
  const index = bundles.findIndex(({ id }) => id === bundleId)
  const bundle = bundles[index]
  return bundle === undefined ? [] : [packageItem(bundle, index, state.visit.started?.brand ?? "")]
}

const purchased = ({ before, after }: LogStep): ReadonlyArray<Effect> => {
  const { lastPurchase } = after.payment
  if (lastPurchase === before.payment.lastPurchase || lastPurchase?.isOfThisTab !== true) return []
  const { transactionId, amountCents, bundleId } = lastPurchase
  return [
    {
      _tag: "PushAnalytics",
      event: {
        event: "purchase",
        transaction_id: transactionId,
        currency: "EUR",
        value: euroText(amountCents),
        items: items(before, bundleId),
      },
    },
  ]
}

/** The first choice of a method since the wallet opened; a preselected method does not count. */
const startedPaying = (steps$: Observable<LogStep>): Observable<Effect> =>
  steps$.pipe(
    map(({ after }) => after.wallet.open),
    distinctUntilChanged(),
    switchMap((open) =>
      open
        ? steps$.pipe(
            filter((step) => clientFactOf(step)?._tag === "PaymentMethodChosen"),
            concatMap(({ after }, index) => {
              const method = chosenMethod(after)
              const bundle = chosenBundle(after)
              if (index > 0 || method === null || bundle === null) return EMPTY
              return of<Effect>({
                _tag: "PushAnalytics",
                event: {
                  event: "start_payment",
                  payment_method: method.id,
                  items: items(after, bundle.id),
                },
              })
            }),
          )
        : EMPTY,
    ),
  )

/** The awaited session while no window of this tab shows it. */
const unseenSession = ({ payment: { current } }: SiteState): string | null =>
  current._tag === "AtBank" && current.payWindow !== "opened" ? current.sessionId : null

const checks = (
  steps$: Observable<LogStep>,
  every: (ms: number) => Observable<unknown>,
): Observable<Effect> =>
  merge(
    steps$.pipe(
      map(({ after }) => unseenSession(after)),
      distinctUntilChanged(),
      switchMap((sessionId) =>
        sessionId === null
          ? EMPTY
          : every(CHECK_EVERY_MS).pipe(
              map((): Effect => ({
                _tag: "DispatchFact",
                fact: { _tag: "WaitElapsed", name: "payment-check" },
              })),
            ),
      ),
    ),
    steps$.pipe(
      filter((step) => {
        const fact = clientFactOf(step)
        return fact?._tag === "WaitElapsed" && fact.name === "payment-check"
      }),
      concatMap(({ after }) => {
        const sessionId = unseenSession(after)
        return sessionId === null || isCheckPending(after) ? EMPTY : of(check(sessionId))
      }),
    ),
  )

export const paymentReactions = (
  steps$: Observable<LogStep>,
  { origin, caughtUp$, every }: PaymentReactionDeps,
): Observable<Effect> =>
  merge(
    steps$.pipe(
      concatMap((step) =>
        from([
          ...openSession(origin)(step),
          ...payWindow(step),
          ...(isMemberHeardAgain(step) ? checkAll(step.after) : []),
          ...purchased(step),
        ]),
      ),
    ),
    caughtUp$.pipe(concatMap(checkAll)),
    startedPaying(steps$),
    checks(steps$, every),
  )
