/**
 * Which slices fold which tag, in this order. Total: a tag without a row does not compile, and a test
 * compares the rows with the slices' handlers.
 *
 * The wallet comes before the payment, because it asks whose payment it was while the payment still
 * knows. Beside these, every event moves the visit's position and may end a pending command (site.ts).
 */
import type { ClientFactTag } from "@foldcast/contracts/client-facts/client-fact"
import type { EventTag } from "@foldcast/contracts/stream/event"
import type { SliceName } from "./site-state.ts"

type Route = ReadonlyArray<SliceName>

const ALL: Route = [
  "visit",
  "account",
  "credits",
  "wallet",
  "payment",
  "pending",
  "dialogs",
  "consent",
  "favourites",
]

export const EVENT_ROUTES: Readonly<Record<EventTag, Route>> = {
  VisitStarted: ["visit"],
  StreamReset: ALL,
  SourceInterrupted: ["visit"],
  SourceRestored: ["visit"],
  MemberRegistered: ["account"],
  RegistrationRefused: ["account"],
  LoggedIn: ["account", "dialogs"],
  LogInRefused: ["account"],
  LoggedOut: ["account", "credits", "wallet", "payment", "pending", "dialogs", "favourites"],
  MemberLoaded: ["account"],
  MemberRefused: [],
  PasswordResetMailRequested: ["account"],
  PasswordChanged: ["account"],
  PasswordChangeRefused: ["account"],
  EmailChanged: ["account"],
  EmailChangeRefused: ["account"],
  UsernameChanged: ["account", "dialogs"],
  UsernameChangeRefused: ["account"],
  ActivationSucceeded: ["account"],
  ActivationRefused: ["account"],
  ActivationMailSent: ["account"],
  ActivationMailRefused: ["account"],
  AccountDeleted: ["account"],
  AccountDeletionRefused: ["account"],
  SessionEnded: ["account"],
  SessionEndRefused: ["account"],
  AgeVerified: ["account", "dialogs"],
  AgeVerificationRefused: ["account"],
  CreditsChanged: ["credits"],
  CreditsRanOut: ["credits"],
  FavouritesListed: ["favourites"],
  FavouriteAdded: ["favourites"],
  FavouriteRemoved: ["favourites"],
  FavouriteRefused: ["favourites"],
  WalletLoaded: ["wallet"],
  WalletRefused: ["wallet"],
  PaymentSessionOpened: ["payment"],
  PaymentSessionRefused: ["payment"],
  PaymentSessionUnknown: ["payment"],
  BundleBought: ["wallet", "payment"],
  PaymentFailed: ["wallet", "payment"],
}

export const CLIENT_FACT_ROUTES: Readonly<Record<ClientFactTag, Route>> = {
  Navigated: ["visit"],
  DialogOpened: ["account", "wallet", "payment", "dialogs"],
  DialogClosed: ["wallet", "payment", "dialogs"],
  WalletOpened: ["wallet", "dialogs"],
  WalletClosed: ["wallet", "payment", "dialogs"],
  BundleChosen: ["wallet"],
  PaymentMethodChosen: ["wallet"],
  CheckoutStarted: ["payment"],
  PayWindowClosed: ["payment"],
  PaymentRetried: ["payment"],
  CommandSent: ["account", "wallet", "pending", "favourites"],
  CommandAdmitted: ["pending"],
  CommandFailed: ["payment", "pending", "favourites"],
  TabRestored: ["wallet", "payment", "dialogs"],
  WaitElapsed: [],
  AnswerApplied: [],
  ConsentChosen: ["consent"],
  MessageWanted: ["account"],
  PerformersShown: [],
  FavouritesRecalled: ["favourites"],
}
