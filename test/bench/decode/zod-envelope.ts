/** The envelope and the union of facts as zod schemas; agreement.ts shows that they mean the same. */
import { z } from "zod"

const opaque = (minimum: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${minimum},64}$`, "u"))
const name = z.string().min(1).max(128)
const label = z.string().min(1).max(200)
const amount = (maximum: number) => z.int().min(0).max(maximum)

const credits = amount(1_000_000_000)
const cents = amount(100_000_000)
const memberId = opaque(1)
const source = z.enum([
  "chat-socket",
  "member-socket",
  "member-api",
  "performer-service",
  "messenger-api",
  "promotions",
  "partner",
  "geo",
  "gateway",
])

const bundle = z.object({
  id: name,
  name: z.string(),
  costCents: cents,
  credits,
  currency: z.literal("EUR"),
  bonusMinutes: amount(1_000_000),
  label: z.string().nullable(),
  tags: z.array(z.enum(["default", "bestDeal", "mostBought", "firstTime"])),
})

const option = z.object({
  id: name,
  name: z.string(),
  image: z.string(),
  provider: z.enum(["paynl", "dialxs"]),
  subOptions: z.array(z.object({ id: name, name: z.string() })),
})

const fact = <const Tag extends string, const Shape extends z.ZodRawShape>(
  tag: Tag,
  shape: Shape,
) => z.object({ _tag: z.literal(tag), ...shape })

const text = z.string().max(1_000)
const seconds = amount(86_400)
const level = amount(100)
const price = z.int().min(1).max(1_000_000_000)
const joinMode = z.enum(["free", "chat", "vip"])
const paidMode = z.enum(["chat", "vip"])
const kickReason = [
  "guest_expired",
  "duplicate_session",
  "paused",
  "vip_started",
  "kicked",
  "credits",
  "silent",
  "host_left",
  "restarted",
  "default",
] as const
const tipped = {
  tipId: name,
  from: name,
  amount: price,
  message: text,
  isPublic: z.boolean(),
}
/** Of a room; each names its performer. */
const roomFact = <const Tag extends string, const Fields extends z.ZodRawShape>(
  tag: Tag,
  fields: Fields,
) => fact(tag, { performerId: name, ...fields })

const event = z.discriminatedUnion("_tag", [
  fact("VisitStarted", {
    locale: z.enum(["nl", "en"]),
    brand: z.string(),
    device: z.enum(["mobile", "desktop"]),
    noNude: z.boolean(),
    tracking: z.object({
      p: z
        .string()
        .regex(/^[A-Za-z0-9]{1,64}$/u)
        .exactOptional(),
      pi: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,64}$/u)
        .exactOptional(),
      click_id: z.string().min(1).max(255).exactOptional(),
      offer_id: z.string().min(1).max(255).exactOptional(),
      splash6: z.literal("true").exactOptional(),
    }),
  }),
  fact("StreamReset", { reason: z.enum(["epoch", "evicted", "future", "unknown", "ended"]) }),
  fact("SourceInterrupted", { source }),
  fact("SourceRestored", { source }),
  fact("MemberRegistered", { memberId }),
  fact("RegistrationRefused", {
    label,
    fields: z.array(z.object({ field: z.string(), label })),
  }),
  fact("LoggedIn", { memberId, username: z.string(), verified: z.boolean() }),
  fact("LogInRefused", { label }),
  fact("LoggedOut", {
    reason: z.enum(["requested", "expired", "forbidden", "replaced", "deleted"]),
  }),
  fact("MemberLoaded", {
    username: z.string(),
    capName: z.string(),
    email: z.string(),
    verified: z.boolean(),
    endUserText: z.string().nullable(),
    lander: z.string().nullable(),
    showChangeUsername: z.boolean(),
    welcomed: z.boolean().exactOptional(),
    pendingEmail: z.string().exactOptional(),
  }),
  fact("MemberRefused", { label }),
  fact("CreditsChanged", { credits }),
  fact("CreditsRanOut", { action: z.enum(["interval", "pre-paid"]) }),
  fact("WalletLoaded", {
    walletId: name,
    variant: z.enum(["drawer", "default"]),
    bundles: z.array(bundle),
    paymentOptions: z.array(option),
    provider: z.enum(["paynl", "dialxs"]),
    defaultMethodId: name.nullable(),
  }),
  fact("WalletRefused", { label }),
  fact("PaymentSessionOpened", { sessionId: name, paymentURL: z.string() }),
  fact("PaymentSessionRefused", { label }),
  fact("PaymentSessionUnknown", {}),
  fact("BundleBought", {
    sessionId: name,
    bundleId: name,
    credits,
    amountCents: cents,
    transactionId: name,
  }),
  fact("PaymentFailed", { sessionId: name, reasonCode: z.int() }),
  fact("PasswordResetMailRequested", {}),
  fact("PasswordChanged", {}),
  fact("ResetLinkChecked", {}),
  fact("EmailChangeRequested", {}),
  fact("EmailChangeCancelled", {}),
  fact("EmailChanged", {}),
  fact("UsernameChanged", {}),
  fact("ActivationMailSent", {}),
  fact("AccountDeleted", {}),
  fact("AgeVerified", {}),
  fact("PasswordChangeRefused", { label }),
  fact("ResetLinkRefused", { label }),
  fact("EmailChangeRefused", { label }),
  fact("EmailChangeCancelRefused", { label }),
  fact("UsernameChangeRefused", { label }),
  fact("ActivationRefused", { label }),
  fact("ActivationMailRefused", { label }),
  fact("AccountDeletionRefused", { label }),
  fact("SessionEndRefused", { label }),
  fact("AgeVerificationRefused", { label }),
  fact("ActivationSucceeded", { credits }),
  fact("SessionEnded", { sessionId: opaque(8) }),
  fact("PasskeyRegistered", {}),
  fact("PasskeyRegistrationRefused", { label }),
  fact("PasskeyRemoved", {}),
  fact("PasskeyRemovalRefused", { label }),
  fact("FavouritesListed", { performerIds: z.array(name) }),
  fact("FavouriteAdded", { performerId: name }),
  fact("FavouriteRemoved", { performerId: name }),
  fact("FavouriteRefused", { performerId: name, label }),
  roomFact("RoomJoined", {
    mode: joinMode,
    sessionId: name,
    nickname: name,
    nicknameRefused: label.exactOptional(),
    creditsPerMinute: credits,
    freeSecondsLeft: seconds.exactOptional(),
  }),
  roomFact("RoomJoinRefused", { mode: joinMode, label, waitSeconds: seconds.exactOptional() }),
  roomFact("FreeTimeChanged", { secondsLeft: seconds, isRunning: z.boolean() }),
  roomFact("RoomLeft", {
    reason: z.enum(["requested", "switched", "unloaded", "kicked", "lost", "dialin_stopped"]),
  }),
  roomFact("RoomMembersListed", { count: amount(1_000_000), nicknames: z.array(name) }),
  roomFact("RoomMemberJoined", { nickname: name }),
  roomFact("RoomMemberLeft", { nickname: name }),
  roomFact("HostLeft", {}),
  roomFact("RoomMessageReceived", {
    messageId: name,
    from: name,
    message: text,
    messageType: z.enum(["host", "member", "notice", "room", "vip"]),
    recipient: name,
  }),
  roomFact("RoomMessageRefused", { label }),
  roomFact("NicknameChanged", { from: name, to: name }),
  roomFact("NicknameRefused", { label }),
  roomFact("FreeChatStarted", {}),
  roomFact("FreeChatStopped", {}),
  roomFact("RoomModeSwitched", { mode: z.enum(["offline", "chat", "free", "vip", "paused"]) }),
  roomFact("RoomAnnounced", { messageId: name, message: text }),
  roomFact("RoomSettingsChanged", {
    messagePrice: credits.exactOptional(),
    hasToy: z.boolean().exactOptional(),
    toySecondsPerLevel: z.int().min(1).max(60).exactOptional(),
    chatLocale: name.exactOptional(),
  }),
  roomFact("RoomCustomReceived", { name, data: z.string().max(4_000) }),
  roomFact("RoomStopped", { reason: z.enum(kickReason) }),
  roomFact("RoomClosed", {}),
  roomFact("Kicked", { reason: z.enum(kickReason) }),
  roomFact("PlayerFailed", { code: name }),
  roomFact("AudioAvailable", {}),
  roomFact("AudioDenied", {}),
  roomFact("VideoAvailable", {}),
  roomFact("VideoDenied", {}),
  roomFact("VipRequested", {}),
  roomFact("VipAccepted", {}),
  roomFact("VipDeclined", { reason: text.exactOptional() }),
  roomFact("VipStopped", {}),
  roomFact("VipDisconnected", {}),
  roomFact("VipRefused", { label, waitSeconds: seconds.exactOptional() }),
  roomFact("TipReceived", {
    ...tipped,
    tipType: z.enum(["wink", "kiss", "drink", "heart", "gift"]),
  }),
  roomFact("TipRefused", { label }),
  roomFact("TipUnknown", {}),
  roomFact("ToyActivated", { level, seconds }),
  roomFact("ToyFailed", { code: name }),
  roomFact("ToyClientChanged", { connected: z.boolean() }),
  roomFact("ToyTipReceived", {
    ...tipped,
    intensity: z.enum(["low", "normal", "medium", "hard", "extreme"]),
    level,
    seconds,
  }),
  roomFact("RoomLineErased", { lineId: name, line: z.enum(["message", "tip", "toyTip"]) }),
  roomFact("RoomMemberErased", { was: z.enum(["joined", "left", "renamed"]) }),
  roomFact("CamBackStarted", {}),
  roomFact("CamBackStopRequested", {}),
  roomFact("CamBackStopped", {}),
  roomFact("CamBackRefused", { label }),
  roomFact("VipHeld", { credits: price, joinWithinSeconds: seconds }),
  roomFact("VipHoldEnded", {
    credits: price,
    isReturned: z.boolean(),
    reason: z.enum([
      "not_joined",
      "taken_back",
      "left",
      "interrupted",
      "no_picture",
      "host_left",
      "restarted",
      "default",
    ]),
    waitSeconds: seconds.exactOptional(),
    movementIds: z.array(name),
  }),
  roomFact("PaidTimeStarted", { sessionId: name, mode: paidMode, creditsPerMinute: price }),
  roomFact("PaidTimeCharged", {
    sessionId: name,
    credits,
    seconds,
    isRunning: z.boolean().exactOptional(),
  }),
  roomFact("PaidTimeEnded", {
    sessionId: name,
    credits,
    seconds,
    reason: z.enum([...kickReason, "left", "stopped"]),
    movementIds: z.array(name),
  }),
])

export const ZodEnvelope = z.object({
  seq: z.int().min(1),
  id: opaque(8),
  at: amount(8_640_000_000_000_000),
  v: z.int().min(1),
  scope: z.enum(["visit", "owner", "member"]),
  src: z.object({ from: source, id: z.string().exactOptional() }),
  cause: opaque(8).exactOptional(),
  event,
})
