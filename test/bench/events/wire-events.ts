/**
 * Made-up events of every fact of the union, the same ones in every process: the n-th depends on n
 * alone. On the wire they are some 300 bytes each.
 */
import { type Event, EVENT_TAGS, type EventTag } from "@foldcast/contracts/stream/event"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"

/** Gateway milliseconds of the first event. */
const START = 1_760_000_000_000

/** 32 well-mixed bits of n (the finaliser of MurmurHash3). */
const mixed = (n: number): number => {
  let h = n | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const hex = (n: number, digits: number) =>
  (
    mixed(n).toString(16).padStart(8, "0") +
    mixed(n + 7)
      .toString(16)
      .padStart(8, "0")
  ).slice(0, digits)

const uuid = (n: number) =>
  `0199c2a8-${hex(n, 4)}-7${hex(n + 1, 3)}-a${hex(n + 2, 3)}-${hex(n + 3, 12)}`

const credits = (n: number) => mixed(n) % 100_000

const bundle = (n: number) => ({
  id: `b${mixed(n) % 7}`,
  name: `${credits(n)} credits`,
  costCents: credits(n),
  credits: credits(n + 1),
  currency: "EUR",
  bonusMinutes: mixed(n) % 30,
  label: null,
  tags: ["default"],
})

const option = (n: number) => ({
  id: String(mixed(n) % 100),
  name: "iDEAL | Wero",
  image: "/payment/ideal.svg",
  provider: "paynl",
  subOptions: [],
})

const label = (n: number) => `badRequest.field${mixed(n) % 9}.exists`
const session = (n: number) => `ps_${hex(n, 16)}`

const performer = (n: number) => String(mixed(n) % 10_000)
const nickname = (n: number) => `guest${mixed(n) % 10_000}`
const chatSession = (n: number) => `cs_${hex(n, 16)}`
const ofRoom = (n: number) => ({ performerId: performer(n) })
const refusedInRoom = (n: number) => ({ performerId: performer(n), label: label(n) })
const failedInRoom = (n: number) => ({ performerId: performer(n), code: `code-${mixed(n) % 9}` })

/** What each fact says besides its tag. Total: a fact that is new is asked for here. */
const MAKERS: Readonly<Record<EventTag, (n: number) => object>> = {
  VisitStarted: (n) => ({
    locale: n % 2 === 0 ? "nl" : "en",
    brand: "foldcast",
    device: "desktop",
    noNude: false,
    tracking: { p: `partner${n % 100}`, click_id: hex(n, 16) },
  }),
  StreamReset: () => ({ reason: "evicted" }),
  SourceInterrupted: () => ({ source: "member-socket" }),
  SourceRestored: () => ({ source: "member-socket" }),
  MemberRegistered: (n) => ({ memberId: `m_${hex(n, 16)}` }),
  RegistrationRefused: (n) => ({
    label: label(n),
    fields: [{ field: "email", label: "exists" }],
  }),
  LoggedIn: (n) => ({
    memberId: `m_${hex(n, 16)}`,
    username: `member-${hex(n, 6)}`,
    verified: n % 2 === 0,
  }),
  LogInRefused: (n) => ({ label: label(n) }),
  LoggedOut: () => ({ reason: "requested" }),
  MemberLoaded: (n) => ({
    username: `member-${hex(n, 6)}`,
    capName: `Member-${hex(n, 6)}`,
    email: `member-${hex(n, 6)}@example.test`,
    verified: true,
    endUserText: null,
    lander: null,
    showChangeUsername: true,
  }),
  MemberRefused: (n) => ({ label: label(n) }),
  CreditsChanged: (n) => ({ credits: credits(n) }),
  CreditsRanOut: () => ({ action: "interval" }),
  WalletLoaded: (n) => ({
    walletId: "default",
    variant: "drawer",
    bundles: [bundle(n), bundle(n + 1)],
    paymentOptions: [option(n), option(n + 1)],
    provider: "paynl",
    defaultMethodId: String(n % 100),
  }),
  WalletRefused: (n) => ({ label: label(n) }),
  PaymentSessionOpened: (n) => ({
    sessionId: session(n),
    paymentURL: `https://bank.test/pay/${session(n)}?locale=nl`,
  }),
  PaymentSessionRefused: (n) => ({ label: label(n) }),
  PaymentSessionUnknown: () => ({}),
  BundleBought: (n) => ({
    sessionId: session(n),
    bundleId: `b${n % 7}`,
    credits: credits(n),
    amountCents: credits(n),
    transactionId: `tx_${hex(n, 16)}`,
  }),
  PaymentFailed: (n) => ({ sessionId: session(n), reasonCode: 309 }),
  PasswordResetMailRequested: () => ({}),
  PasswordChanged: () => ({}),
  ResetLinkChecked: () => ({}),
  ResetLinkRefused: (n) => ({ label: label(n) }),
  PasswordChangeRefused: (n) => ({ label: label(n) }),
  EmailChangeRequested: () => ({}),
  EmailChangeCancelled: () => ({}),
  EmailChangeCancelRefused: (n) => ({ label: label(n) }),
  EmailChanged: () => ({}),
  EmailChangeRefused: (n) => ({ label: label(n) }),
  UsernameChanged: () => ({}),
  UsernameChangeRefused: (n) => ({ label: label(n) }),
  ActivationSucceeded: (n) => ({ credits: credits(n) }),
  ActivationRefused: (n) => ({ label: label(n) }),
  ActivationMailSent: () => ({}),
  ActivationMailRefused: (n) => ({ label: label(n) }),
  AccountDeleted: () => ({}),
  AccountDeletionRefused: (n) => ({ label: label(n) }),
  SessionEnded: (n) => ({ sessionId: hex(n, 16) }),
  SessionEndRefused: (n) => ({ label: label(n) }),
  PasskeyRegistered: () => ({}),
  PasskeyRegistrationRefused: (n) => ({ label: label(n) }),
  PasskeyRemoved: () => ({}),
  PasskeyRemovalRefused: (n) => ({ label: label(n) }),
  AgeVerified: () => ({}),
  AgeVerificationRefused: (n) => ({ label: label(n) }),
  FavouritesListed: (n) => ({
    performerIds: Array.from({ length: 20 }, (_, at) => performer(n + at)),
  }),
  FavouriteAdded: (n) => ({ performerId: performer(n) }),
  FavouriteRemoved: (n) => ({ performerId: performer(n) }),
  FavouriteRefused: (n) => ({ performerId: performer(n), label: label(n) }),
  RoomJoined: (n) => ({
    performerId: performer(n),
    mode: "free",
    sessionId: chatSession(n),
    nickname: nickname(n),
    creditsPerMinute: 0,
  }),
  RoomJoinRefused: (n) => ({ performerId: performer(n), mode: "chat", label: label(n) }),
  FreeTimeChanged: (n) => ({
    performerId: performer(n),
    secondsLeft: 1 + (n % 600),
    isRunning: n % 2 === 0,
  }),
  RoomLeft: (n) => ({ performerId: performer(n), reason: "requested" }),
  RoomMembersListed: (n) => ({
    performerId: performer(n),
    count: mixed(n) % 1_000,
    nicknames: [nickname(n), nickname(n + 1), nickname(n + 2)],
  }),
  RoomMemberJoined: (n) => ({ performerId: performer(n), nickname: nickname(n) }),
  RoomMemberLeft: (n) => ({ performerId: performer(n), nickname: nickname(n) }),
  HostLeft: ofRoom,
  RoomMessageReceived: (n) => ({
    performerId: performer(n),
    messageId: `msg_${hex(n, 16)}`,
    from: nickname(n),
    message: "Good evening, how are you today?",
    messageType: "member",
    recipient: "room",
  }),
  RoomMessageRefused: refusedInRoom,
  NicknameChanged: (n) => ({ performerId: performer(n), from: nickname(n), to: nickname(n + 1) }),
  NicknameRefused: refusedInRoom,
  FreeChatStarted: ofRoom,
  FreeChatStopped: ofRoom,
  RoomModeSwitched: (n) => ({ performerId: performer(n), mode: "free" }),
  RoomAnnounced: (n) => ({
    performerId: performer(n),
    messageId: `msg_${hex(n, 16)}`,
    message: "Be kind to each other.",
  }),
  RoomSettingsChanged: (n) => ({
    performerId: performer(n),
    messagePrice: 60,
    hasToy: true,
    toySecondsPerLevel: 1,
  }),
  RoomCustomReceived: (n) => ({ performerId: performer(n), name: "custom-name", data: "{}" }),
  RoomStopped: (n) => ({ performerId: performer(n), reason: "paused" }),
  RoomClosed: ofRoom,
  Kicked: (n) => ({ performerId: performer(n), reason: "guest_expired" }),
  PlayerFailed: failedInRoom,
  AudioAvailable: ofRoom,
  AudioDenied: ofRoom,
  VideoAvailable: ofRoom,
  VideoDenied: ofRoom,
  VipRequested: ofRoom,
  VipAccepted: ofRoom,
  VipDeclined: (n) => ({ performerId: performer(n), reason: "A little later" }),
  VipStopped: ofRoom,
  VipDisconnected: ofRoom,
  VipRefused: refusedInRoom,
  TipReceived: (n) => ({
    performerId: performer(n),
    tipId: `tip_${hex(n, 16)}`,
    from: nickname(n),
    amount: 150,
    tipType: "kiss",
    message: "",
    isPublic: true,
  }),
  TipRefused: refusedInRoom,
  TipUnknown: ofRoom,
  ToyActivated: (n) => ({ performerId: performer(n), level: 3, seconds: 3 }),
  ToyFailed: failedInRoom,
  ToyClientChanged: (n) => ({ performerId: performer(n), connected: n % 2 === 0 }),
  ToyTipReceived: (n) => ({
    performerId: performer(n),
    tipId: `tip_${hex(n, 16)}`,
    from: nickname(n),
    amount: 150,
    intensity: "normal",
    level: 3,
    seconds: 3,
    message: "",
    isPublic: true,
  }),
  RoomLineErased: (n) => ({
    performerId: performer(n),
    lineId: `msg_${hex(n, 16)}`,
    line: "message",
  }),
  RoomMemberErased: (n) => ({ performerId: performer(n), was: "left" }),
  CamBackStarted: ofRoom,
  CamBackStopRequested: ofRoom,
  CamBackStopped: ofRoom,
  CamBackRefused: refusedInRoom,
  PaidTimeStarted: (n) => ({
    performerId: performer(n),
    sessionId: chatSession(n),
    mode: "vip",
    creditsPerMinute: 240,
  }),
  PaidTimeCharged: (n) => ({
    performerId: performer(n),
    sessionId: chatSession(n),
    credits: mixed(n) % 1_000,
    seconds: mixed(n) % 1_000,
  }),
  VipHeld: (n) => ({ performerId: performer(n), credits: 40, joinWithinSeconds: 15 }),
  VipHoldEnded: (n) => ({
    performerId: performer(n),
    credits: 40,
    isReturned: true,
    reason: "interrupted",
    movementIds: [`tr_${hex(n, 16)}`],
  }),
  PaidTimeEnded: (n) => ({
    performerId: performer(n),
    sessionId: chatSession(n),
    credits: mixed(n) % 1_000,
    seconds: mixed(n) % 1_000,
    reason: "left",
    movementIds: [`tr_${hex(n, 16)}`],
  }),
}

export const FACTS_IN_UNION = EVENT_TAGS.length

/** The n-th event of one fact. */
export const eventOf = (tag: EventTag, n: number): Event =>
  ({ _tag: tag, ...MAKERS[tag](n) }) as Event

export const eventAt = (n: number): Event =>
  eventOf(EVENT_TAGS[n % EVENT_TAGS.length] ?? "VisitStarted", n)

/** The n-th event in its envelope, before it has a position. */
export const unnumberedAt = (n: number): UnnumberedEnvelope =>
  ({
    id: uuid(n),
    at: START + n,
    v: 1,
    scope: "member",
    src: { from: "member-api", id: `frame-${hex(n, 16)}` },
    cause: `command-${hex(n, 16)}`,
    event: eventAt(n),
  }) as unknown as UnnumberedEnvelope

/** The n-th event of a visit as it goes over the wire; n counts from 0. */
export const wireAt = (n: number): string => JSON.stringify({ seq: n + 1, ...unnumberedAt(n) })
