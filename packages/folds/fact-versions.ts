/**
 * The version of each fact that these folds fold. The schemas say the same (contracts/stream/event.ts);
 * it is repeated here, and a test compares the two, so that the browser ships no schema to fold.
 */
import type { EventTag } from "@foldcast/contracts/stream/event"

export const FACT_VERSIONS: Readonly<Record<EventTag, number>> = {
  VisitStarted: 1,
  StreamReset: 1,
  SourceInterrupted: 1,
  SourceRestored: 1,
  MemberRegistered: 1,
  RegistrationRefused: 1,
  LoggedIn: 1,
  LogInRefused: 1,
  LoggedOut: 1,
  MemberLoaded: 1,
  MemberRefused: 1,
  CreditsChanged: 1,
  CreditsRanOut: 1,
  WalletLoaded: 1,
  WalletRefused: 1,
  PaymentSessionOpened: 1,
  PaymentSessionRefused: 1,
  PaymentSessionUnknown: 1,
  BundleBought: 1,
  PaymentFailed: 1,
}
