/**
 * The slices of the state in their order, and which slices fold which tag. Each slice declares its tags once,
 * in its own file. A tag without a slice must be listed here, or it does not compile.
 *
 * The wallet comes before the payment, because it asks whose payment it was while the payment still knows. In
 * addition, every event moves the visit's position and may end a pending command (site.ts).
 */
import type { ClientFactTag } from "@foldcast/contracts/client-facts/client-fact"
import type { EventTag } from "@foldcast/contracts/stream/event"
import { accountSlice } from "./account.ts"
import { blocksSlice } from "./blocks.ts"
import { consentSlice } from "./consent.ts"
import { creditsSlice } from "./credits.ts"
import { dialogsSlice } from "./dialogs.ts"
import { favouritesSlice } from "./favourites.ts"
import { paymentSlice } from "./payment.ts"
import { pendingSlice } from "./pending.ts"
import type { dialInSlice } from "./dial-in.ts"
import type { messagesSlice } from "./messages.ts"
import type { popUpsSlice } from "./pop-ups.ts"
import type { SiteState, SliceName } from "./site-state.ts"
import type { blockRefusalSlice } from "./block-refusal.ts"
import type { liveAlertsSlice } from "./live-alerts.ts"
import type { sentReportSlice } from "./sent-report.ts"
import type { spendingSlice } from "./spending.ts"
import type { roomSlice } from "./room.ts"
import type { Slice } from "./slice.ts"
import { unreadMessagesSlice } from "./unread-messages.ts"
import { visitSlice } from "./visit.ts"
import { walletSlice } from "./wallet.ts"

export const SLICES = {
  visit: visitSlice,
  account: accountSlice,
  credits: creditsSlice,
  wallet: walletSlice,
  payment: paymentSlice,
  pending: pendingSlice,
  dialogs: dialogsSlice,
  consent: consentSlice,
  favourites: favouritesSlice,
  unreadMessages: unreadMessagesSlice,
  blocks: blocksSlice,
} satisfies { readonly [Name in SiteSliceName]: Slice<SiteState[Name]> }

/** Slices that are added later, each by its own module (with-room.ts, with-dial-in.ts and their like). */
interface LazySliceTypes {
  readonly room: typeof roomSlice
  readonly liveAlerts: typeof liveAlertsSlice
  readonly blockRefusal: typeof blockRefusalSlice
  readonly sentReport: typeof sentReportSlice
  readonly spending: typeof spendingSlice
  readonly dialIn: typeof dialInSlice
  readonly messages: typeof messagesSlice
  readonly popUps: typeof popUpsSlice
}
type LazySliceName = keyof LazySliceTypes

type SiteSliceName = Exclude<SliceName, LazySliceName>

type Route = ReadonlyArray<SiteSliceName>

type Folded<Kind extends keyof Slice<unknown>> = {
  [Name in SiteSliceName]: keyof (typeof SLICES)[Name][Kind]
}[SiteSliceName]

/** The tags that lazy slices fold. */
type FoldedLater<Kind extends keyof Slice<unknown>> = {
  [Name in LazySliceName]: keyof LazySliceTypes[Name][Kind]
}[LazySliceName]

/**
 * Facts that change only the state's position: always, or until the messenger is here. Those of private messages come to
 * every document of their member, and one that shows none has nothing to fold them into.
 */
const UNFOLDED_EVENTS = {
  MemberRefused: [],
  PrivateMessageReceived: [],
  MessageRead: [],
  PrivateMessageSent: [],
  PrivateMessageRefused: [],
  PrivateMessageUnknown: [],
  ConversationStateChanged: [],
  ConversationDeleted: [],
  ConversationChangeRefused: [],
} satisfies Record<
  | Exclude<EventTag, Folded<"events"> | FoldedLater<"events">>
  | Exclude<keyof (typeof messagesSlice)["events"], "StreamReset" | "LoggedOut">,
  []
>

const UNFOLDED_CLIENT_FACTS = {
  WaitElapsed: [],
  AnswerApplied: [],
  HydrationMismatched: [],
  PerformersShown: [],
} satisfies Record<
  // Other waits than a call's are no part of the state.
  Exclude<ClientFactTag, Folded<"facts"> | FoldedLater<"facts">> | "WaitElapsed",
  []
>

const routesOf = <Kind extends keyof Slice<unknown>>(kind: Kind) => {
  const routes: Record<string, Array<SiteSliceName>> = {}
  for (const [name, slice] of Object.entries(SLICES)) {
    for (const tag of Object.keys(slice[kind])) (routes[tag] ??= []).push(name as SiteSliceName)
  }
  return routes as Readonly<Record<Folded<Kind>, Route>>
}

/** The slices that fold a tag, in order. Total, except for tags that only lazy slices fold. */
export const EVENT_ROUTES: Readonly<
  Record<Exclude<EventTag, Exclude<FoldedLater<"events">, Folded<"events">>>, Route>
> = {
  ...UNFOLDED_EVENTS,
  ...routesOf("events"),
}
export const CLIENT_FACT_ROUTES: Readonly<
  Record<Exclude<ClientFactTag, Exclude<FoldedLater<"facts">, Folded<"facts">>>, Route>
> = {
  ...UNFOLDED_CLIENT_FACTS,
  ...routesOf("facts"),
}
