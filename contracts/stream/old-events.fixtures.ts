/**
 * At least one event of every version that was ever written, as it lies in logs. Never edited, never
 * deleted: what stands here must be readable for ever (law L6). A new version adds its own.
 */
interface OldEvent {
  readonly v: number
  readonly event: Readonly<Record<string, unknown>> & { readonly _tag: string }
}

export const OLD_EVENTS: ReadonlyArray<OldEvent> = [
  {
    v: 1,
    event: {
      _tag: "VisitStarted",
      locale: "nl",
      brand: "foldcast",
      device: "desktop",
      noNude: false,
      tracking: { p: "partner1", click_id: "c-1", splash6: "true" },
    },
  },
  { v: 1, event: { _tag: "StreamReset", reason: "evicted" } },
  { v: 1, event: { _tag: "SourceInterrupted", source: "member-socket" } },
  { v: 1, event: { _tag: "SourceRestored", source: "member-socket" } },
  { v: 1, event: { _tag: "MemberRegistered", memberId: "m1" } },
  {
    v: 1,
    event: {
      _tag: "RegistrationRefused",
      label: "badRequest.email.exists",
      fields: [{ field: "email", label: "exists" }],
    },
  },
  { v: 1, event: { _tag: "LoggedIn", memberId: "m1", username: "sanne", verified: true } },
  { v: 1, event: { _tag: "LogInRefused", label: "incorrectPassword" } },
  { v: 1, event: { _tag: "LoggedOut", reason: "requested" } },
  {
    v: 1,
    event: {
      _tag: "MemberLoaded",
      username: "sanne",
      capName: "Sanne",
      email: "sanne@example.test",
      verified: true,
      endUserText: null,
      lander: null,
      showChangeUsername: true,
    },
  },
  {
    v: 1,
    event: {
      _tag: "MemberLoaded",
      username: "sanne",
      capName: "Sanne",
      email: "sanne@example.test",
      verified: true,
      endUserText: null,
      lander: null,
      showChangeUsername: true,
      pendingEmail: "sanne@elsewhere.test",
    },
  },
  { v: 1, event: { _tag: "MemberRefused", label: "unauthorized" } },
  { v: 1, event: { _tag: "PasswordResetMailRequested" } },
  { v: 1, event: { _tag: "PasswordChanged" } },
  { v: 1, event: { _tag: "ResetLinkChecked" } },
  { v: 1, event: { _tag: "ResetLinkRefused", label: "linkUsed" } },
  { v: 1, event: { _tag: "PasswordChangeRefused", label: "incorrectPassword" } },
  { v: 1, event: { _tag: "EmailChangeRequested" } },
  { v: 1, event: { _tag: "EmailChangeCancelled" } },
  { v: 1, event: { _tag: "EmailChangeCancelRefused", label: "unavailable" } },
  { v: 1, event: { _tag: "EmailChanged" } },
  { v: 1, event: { _tag: "EmailChangeRefused", label: "emailExists" } },
  { v: 1, event: { _tag: "UsernameChanged" } },
  { v: 1, event: { _tag: "UsernameChangeRefused", label: "badRequest.usernameExists" } },
  { v: 1, event: { _tag: "ActivationSucceeded", credits: 120 } },
  { v: 1, event: { _tag: "ActivationRefused", label: "expired" } },
  { v: 1, event: { _tag: "ActivationMailSent" } },
  { v: 1, event: { _tag: "ActivationMailRefused", label: "unauthorized" } },
  { v: 1, event: { _tag: "AccountDeleted" } },
  { v: 1, event: { _tag: "AccountDeletionRefused", label: "anotherName" } },
  { v: 1, event: { _tag: "SessionEnded", sessionId: "Zs0mE0peNSess10nIdAbCd" } },
  { v: 1, event: { _tag: "SessionEndRefused", label: "notFound" } },
  { v: 1, event: { _tag: "AgeVerified" } },
  { v: 1, event: { _tag: "AgeVerificationRefused", label: "unavailable" } },
  { v: 1, event: { _tag: "CreditsChanged", credits: 120 } },
  { v: 1, event: { _tag: "CreditsRanOut", action: "interval" } },
  {
    v: 1,
    event: {
      _tag: "WalletLoaded",
      walletId: "default",
      variant: "drawer",
      bundles: [
        {
          id: "b10",
          name: "10",
          costCents: 1000,
          credits: 600,
          currency: "EUR",
          bonusMinutes: 0,
          label: null,
          tags: ["default"],
        },
      ],
      paymentOptions: [
        {
          id: "10",
          name: "iDEAL | Wero",
          image: "/payment/ideal.svg",
          provider: "paynl",
          subOptions: [],
        },
      ],
      provider: "paynl",
      defaultMethodId: "10",
    },
  },
  { v: 1, event: { _tag: "FavouritesListed", performerIds: ["p1", "p2"] } },
  // Ids were any text of 1 to 128 characters.
  { v: 1, event: { _tag: "FavouritesListed", performerIds: ["p~1,é", "p.2"] } },
  { v: 1, event: { _tag: "FavouriteAdded", performerId: "p1" } },
  { v: 1, event: { _tag: "FavouriteRemoved", performerId: "p1" } },
  { v: 1, event: { _tag: "FavouriteRefused", performerId: "p1", label: "unavailable" } },
  { v: 1, event: { _tag: "WalletRefused", label: "notFound.wallet" } },
  {
    v: 1,
    event: { _tag: "PaymentSessionOpened", sessionId: "s1", paymentURL: "https://bank.test/s1" },
  },
  { v: 1, event: { _tag: "PaymentSessionRefused", label: "badRequest.bundle" } },
  { v: 1, event: { _tag: "PaymentSessionUnknown" } },
  {
    v: 1,
    event: {
      _tag: "BundleBought",
      sessionId: "s1",
      bundleId: "b10",
      credits: 600,
      amountCents: 1000,
      transactionId: "t1",
    },
  },
  { v: 1, event: { _tag: "PaymentFailed", sessionId: "s1", reasonCode: 309 } },
]
