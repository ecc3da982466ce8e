/**
 * What this tab's visitor did, and what its own timers did (law L4). Client facts are numbered by the
 * browser, stored by the gateway beside the visit's log and folded by the same folds as events.
 */
import { MAX_KEY, MAX_PATH, MAX_PATH_PARAM } from "./path-bounds.ts"
import { Schema } from "effect"
import { COMMAND_TAGS } from "../commands/command.ts"
import {
  AttachmentId,
  BundleId,
  CommandId,
  Label,
  PaymentMethodId,
  PaymentSessionId,
  RecordedPerformerId,
  TabId,
} from "../ids.ts"
import { namelessKey, namelessParams, namelessPath, performerStandIn } from "./named-paths.ts"
import { drop, keep, names, standIn, token } from "../sensitivity.ts"
import {
  MAX_FAVOURITES_RECALLED,
  MAX_OPEN_SESSIONS,
  MAX_PAYMENT_URL,
  MAX_PERFORMERS_SHOWN,
  MAX_COUNTED,
  MAX_POP_UPS,
} from "./limits.ts"
import { LIVE_TABS } from "./live-tab.ts"
import { PIN_LENGTH } from "../phone.ts"
import { ivrSession } from "../stream/dial-in.ts"
import { JoinMode } from "../stream/room.ts"
import { PICTURE_STATES } from "./picture-state.ts"
import { BundleBasket } from "./tab-slice.ts"
import { Seq, ShortCredits } from "../units.ts"

/** Every dialog and drawer of the site; one is open at a time. */
export const DIALOG_NAMES = [
  "logIn",
  "register",
  "forgotPassword",
  "resetPassword",
  "verification",
  "registrationConfirmation",
  "claimCredits",
  "changeUsername",
  "lander",
  "ageCheck",
  "authDrawer",
  "memberMenu",
  "wallet",
  "noCredits",
  "promo",
  "dialIn",
  "consent",
] as const
export const DialogName = Schema.Literals(DIALOG_NAMES)
export type DialogName = typeof DialogName.Type

/** Paths only, never a query: a query may carry a token. */
const path = names(
  Schema.String.check(Schema.isMaxLength(MAX_PATH), Schema.isPattern(/^\/[^?#]*$/u)),
  namelessPath,
)

export const Navigated = Schema.TaggedStruct("Navigated", {
  path,
  routeName: keep(Schema.String.check(Schema.isMaxLength(100))),
  params: names(
    Schema.Record(Schema.String, Schema.String.check(Schema.isMaxLength(MAX_PATH_PARAM))),
    namelessParams,
  ),
})
export const DialogOpened = Schema.TaggedStruct("DialogOpened", { dialog: keep(DialogName) })
export const DialogClosed = Schema.TaggedStruct("DialogClosed", { dialog: keep(DialogName) })
/** `short`: the credits that something was refused for; absent in older facts. */
export const WalletOpened = Schema.TaggedStruct("WalletOpened", {
  short: Schema.optionalKey(keep(ShortCredits)),
})
export const WalletClosed = Schema.TaggedStruct("WalletClosed", {})
export const BundleChosen = Schema.TaggedStruct("BundleChosen", { bundleId: keep(BundleId) })
export const PaymentMethodChosen = Schema.TaggedStruct("PaymentMethodChosen", {
  id: keep(PaymentMethodId),
  subOptionId: Schema.optionalKey(keep(PaymentMethodId)),
})
export const CheckoutStarted = Schema.TaggedStruct("CheckoutStarted", {
  commandId: keep(CommandId),
  /** Whether the blank tab could be opened inside the click; else the same tab goes to the bank. */
  payWindow: keep(Schema.Literals(["opened", "blocked"])),
})
export const PayWindowClosed = Schema.TaggedStruct("PayWindowClosed", {})
export const PaymentRetried = Schema.TaggedStruct("PaymentRetried", {})
export const CommandSent = Schema.TaggedStruct("CommandSent", {
  commandId: keep(CommandId),
  command: keep(Schema.Literals(COMMAND_TAGS)),
  /** For a command about one payment session: which. */
  sessionId: Schema.optionalKey(token(PaymentSessionId, standIn("ps"))),
  /** For a command about a favourite or a room: whose. */
  performerId: Schema.optionalKey(token(RecordedPerformerId, performerStandIn)),
  /** For a message of one's own, shown at once: its text and where it goes. */
  message: Schema.optionalKey(drop(Schema.String.check(Schema.isMaxLength(1_000)), "[dropped]")),
  messageType: Schema.optionalKey(keep(Schema.Literals(["room", "host"]))),
  /** For a picture of one's own, sent as a private message: its upload. */
  attachment: Schema.optionalKey(token(AttachmentId, standIn("attachment"))),
  /** For joining a room: how. */
  mode: Schema.optionalKey(keep(JoinMode)),
})
/** The gateway answered 202: the outcome, if it has a fact, is at or before `seq`. */
export const CommandAdmitted = Schema.TaggedStruct("CommandAdmitted", {
  commandId: keep(CommandId),
  seq: keep(Seq),
})
/** The gateway did not admit the command, or could not be reached. */
export const CommandFailed = Schema.TaggedStruct("CommandFailed", {
  commandId: keep(CommandId),
  label: keep(Label),
})
const paymentSessionId = token(PaymentSessionId, standIn("ps"))

/** What must survive a reload or a reset, the new visit's first client fact. */
export const TabRestored = Schema.TaggedStruct("TabRestored", {
  tab: keep(TabId),
  slice: Schema.Struct({
    dialog: keep(Schema.NullOr(DialogName)),
    basket: Schema.NullOr(BundleBasket),
    /** The credits that the wallet was opened for; absent in older facts and where it was for none. */
    short: Schema.optionalKey(keep(ShortCredits)),
    openSessionIds: Schema.Array(paymentSessionId).check(Schema.isMaxLength(MAX_OPEN_SESSIONS)),
    /** Which of them the visitor waits for; null for none. Absent in older facts, where it is the last one. */
    awaitedSessionId: Schema.optionalKey(Schema.NullOr(paymentSessionId)),
    /** Where that one is paid, as the gateway told this tab; absent in older facts and where none is known. */
    awaitedPaymentURL: Schema.optionalKey(
      drop(Schema.String.check(Schema.isMaxLength(MAX_PAYMENT_URL)), "https://bank.invalid/"),
    ),
  }),
})
export const WaitElapsed = Schema.TaggedStruct("WaitElapsed", {
  name: keep(
    Schema.Literals(["payment-check", "dial-in-check", "dial-in-expiry", "dial-in-reset"]),
  ),
})
/**
 * The answer of a gateway resource was applied, identified by the SHA-256 of its text. The hash is empty where the
 * path is about a person, for it would identify them; in a capture also where the key names a performer.
 */
export const AnswerApplied = Schema.TaggedStruct("AnswerApplied", {
  key: names(Schema.String.check(Schema.isMaxLength(MAX_KEY)), namelessKey),
  status: keep(Schema.Int),
  hash: keep(Schema.String.check(Schema.isMaxLength(64))),
  /** Of a refusal: the reference that it came with, which the screen may show. */
  reference: Schema.optionalKey(keep(Schema.String.check(Schema.isMaxLength(32)))),
})

/** What the visitor said of data that are not strictly necessary (ADR 0012). */
export const ConsentChosen = Schema.TaggedStruct("ConsentChosen", {
  choice: keep(Schema.Literals(["accepted", "refused"])),
})

/** A guest wants to message this performer and registers or logs in first; null: not any more. */
export const MessageWanted = Schema.TaggedStruct("MessageWanted", {
  performerId: Schema.NullOr(token(RecordedPerformerId, performerStandIn)),
})

/**
 * Which performers this document shows now: the gateway signals their statuses until the next such fact. Sent again
 * after every attach, because the gateway remembers it only as long as the connection. A capture keeps only how many:
 * their order would reveal who each stand-in is, and on the favourites page they are the member's favourites.
 */
export const PerformersShown = Schema.TaggedStruct("PerformersShown", {
  performerIds: Schema.Array(drop(RecordedPerformerId, "p_shown")).check(
    Schema.isMaxLength(MAX_PERFORMERS_SHOWN),
  ),
})

/** The member's favourites as this tab last knew them, newest first: shown until their list comes. */
export const FavouritesRecalled = Schema.TaggedStruct("FavouritesRecalled", {
  performerIds: Schema.Array(token(RecordedPerformerId, performerStandIn)).check(
    Schema.isMaxLength(MAX_FAVOURITES_RECALLED),
  ),
})

const count = keep(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_COUNTED })))

/** Which of the stream's tabs is looked at. */
export const LiveTabSelected = Schema.TaggedStruct("LiveTabSelected", {
  tab: keep(Schema.Literals(LIVE_TABS)),
})
/** The visitor turned the stream's sound off, or on. */
export const Muted = Schema.TaggedStruct("Muted", {})
export const Unmuted = Schema.TaggedStruct("Unmuted", {})
/** The stream plays in a corner while the visitor has scrolled on, or no longer. */
export const MiniPlayerShown = Schema.TaggedStruct("MiniPlayerShown", {})
export const MiniPlayerHidden = Schema.TaggedStruct("MiniPlayerHidden", {})
/** What becomes of the moving picture, told at most once in ten seconds. */
export const PictureStateChanged = Schema.TaggedStruct("PictureStateChanged", {
  state: keep(Schema.Literals(PICTURE_STATES)),
})
/**
 * How good the picture is, as the browser counts it: at most once in ten seconds, while it plays. No addresses, no
 * names of devices.
 */
export const PictureMeasured = Schema.TaggedStruct("PictureMeasured", {
  width: count,
  height: count,
  framesPerSecond: count,
  /** Since this connection began. */
  freezes: count,
  /** Pictures and sound together. */
  kilobitsPerSecond: count,
  /** Null where the browser does not say. */
  roundTripMs: Schema.NullOr(count),
})
/**
 * Whether the picture of a paid room moves before the visitor, told when it changes: it does from the first frame on,
 * and not any more after `BLACK_AFTER_MS` without one. Only while it does is time charged.
 */
export const PictureSeen = Schema.TaggedStruct("PictureSeen", { isSeen: keep(Schema.Boolean) })
/** The visitor removed a line that could not be sent, or sent it again as another. */
export const OwnLineDiscarded = Schema.TaggedStruct("OwnLineDiscarded", {
  commandId: keep(CommandId),
})
/** The receipt of a paid session was read. */
export const ReceiptClosed = Schema.TaggedStruct("ReceiptClosed", {})
/**
 * The markup had changed before hydration, as extensions and translators change it, and the site was rendered anew.
 * Told once for each document; what had changed is not told.
 */
export const HydrationMismatched = Schema.TaggedStruct("HydrationMismatched", {})

/** The digits of a PIN that are typed, never the PIN: what is shown of an earlier one goes. */
export const PinTyped = Schema.TaggedStruct("PinTyped", {
  length: keep(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: PIN_LENGTH }))),
})
/** The number that this tab was shown and may still call (DIALIN-07). */
export const IvrSessionRecalled = Schema.TaggedStruct("IvrSessionRecalled", ivrSession)
/** The phone dialog was closed by its close button: another try begins from the start (DIALIN-24). */
export const DialInAbandoned = Schema.TaggedStruct("DialInAbandoned", {})

const popUpOf = { performerId: token(RecordedPerformerId, performerStandIn) }

/** The conversation with this performer stands open in a pop-up; one that was minimised is opened again. */
export const PopUpOpened = Schema.TaggedStruct("PopUpOpened", popUpOf)
/** Only its bar is shown: the visitor minimised it, or a message came for which nothing was open. */
export const PopUpMinimised = Schema.TaggedStruct("PopUpMinimised", popUpOf)
/** By the visitor, or because there is no room for it any more. */
export const PopUpClosed = Schema.TaggedStruct("PopUpClosed", popUpOf)
/** The pop-ups that this browser remembers of the member, the oldest first. */
export const PopUpsRecalled = Schema.TaggedStruct("PopUpsRecalled", {
  popUps: Schema.Array(Schema.Struct({ ...popUpOf, isMinimised: keep(Schema.Boolean) })).check(
    Schema.isMaxLength(MAX_POP_UPS),
  ),
})

const members = [
  Navigated,
  DialogOpened,
  DialogClosed,
  WalletOpened,
  WalletClosed,
  BundleChosen,
  PaymentMethodChosen,
  CheckoutStarted,
  PayWindowClosed,
  PaymentRetried,
  CommandSent,
  CommandAdmitted,
  CommandFailed,
  TabRestored,
  WaitElapsed,
  AnswerApplied,
  ConsentChosen,
  MessageWanted,
  PerformersShown,
  FavouritesRecalled,
  LiveTabSelected,
  Muted,
  Unmuted,
  MiniPlayerShown,
  MiniPlayerHidden,
  PictureStateChanged,
  PictureMeasured,
  PictureSeen,
  OwnLineDiscarded,
  ReceiptClosed,
  HydrationMismatched,
  PinTyped,
  IvrSessionRecalled,
  DialInAbandoned,
  PopUpOpened,
  PopUpMinimised,
  PopUpClosed,
  PopUpsRecalled,
] as const

export const ClientFact = Schema.Union(members).pipe(Schema.toTaggedUnion("_tag"))
export type ClientFact = typeof ClientFact.Type
export type ClientFactTag = ClientFact["_tag"]
export type ClientFactOf<Tag extends ClientFactTag> = Extract<ClientFact, { readonly _tag: Tag }>
export const CLIENT_FACT_TAGS: ReadonlyArray<ClientFactTag> = members.map(
  (member) => member.fields._tag.schema.literal,
)
