/**
 * The state of one document: the result of folding its log. Every slice is a total value; alternatives are
 * tagged unions. Features read it through the slices' selectors, never by upstream names.
 */
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import type { BundleBasket } from "@foldcast/contracts/client-facts/tab-slice"
import type { CommandTag } from "@foldcast/contracts/commands/command"
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import type { ChargeAction } from "@foldcast/contracts/stream/credits"
import type { EventOf } from "@foldcast/contracts/stream/event"
import type { ResetReason, SourceName, Tracking } from "@foldcast/contracts/stream/visit"
import type {
  Bundle,
  PaymentOption,
  PaymentProvider,
  WalletVariant,
} from "@foldcast/contracts/stream/wallet"
import type { Device, Locale } from "@foldcast/contracts/units"
import type { RoomState } from "./room-state.ts"

export type SliceName = keyof SiteState

export interface VisitState {
  readonly started: {
    readonly locale: Locale
    readonly brand: string
    readonly device: Device
    readonly noNude: boolean
    readonly tracking: Tracking
  } | null
  /** The last position applied; 0 before the first. */
  readonly seq: number
  /** Gateway time of the last folded entry, 0 before the first. */
  readonly at: number
  readonly resetBy: ResetReason | null
  /** Upstream sources that the gateway reports as interrupted. */
  readonly interrupted: ReadonlyArray<SourceName>
  /** Tags, and newer versions as `Tag@v`, that this build cannot fold, without duplicates, at most 50. */
  readonly unread: ReadonlyArray<string>
  readonly path: string | null
}

export interface MemberProfile {
  readonly capName: string
  readonly email: string
  readonly endUserText: string | null
  readonly lander: string | null
  readonly showChangeUsername: boolean
  /** True when verifying an address no longer earns welcome credits. */
  readonly welcomed: boolean
  /** The address that replaces the present one after verification; null without one. */
  readonly pendingEmail: string | null
}

export type Identity =
  | { readonly _tag: "Guest" }
  | {
      readonly _tag: "Member"
      readonly memberId: MemberId
      readonly username: string
      readonly verified: boolean
      readonly profile: MemberProfile | null
    }
  /** The visit is over for this visitor; the runtime opens a new one. */
  | { readonly _tag: "LoggedOut"; readonly reason: LogOutReason }

interface FieldFault {
  readonly field: string
  readonly label: string
}

/** Tasks that a member, or a visitor with an e-mailed link, can request and follow to the end. */
export type AccountTask =
  | "requestPasswordReset"
  | "checkResetLink"
  | "changePassword"
  | "changeEmail"
  | "cancelEmailChange"
  | "changeUsername"
  | "activate"
  | "resendActivation"
  | "deleteAccount"
  | "endSession"
  | "registerPasskey"
  | "removePasskey"
  | "verifyAge"

/** How the last attempt of a task ended. While an attempt runs, `pending` has it. */
export type TaskEnd =
  | { readonly _tag: "None" }
  | { readonly _tag: "Done"; /** Gateway milliseconds. */ readonly at: number }
  | { readonly _tag: "Refused"; readonly label: string }

export interface AccountState {
  readonly identity: Identity
  readonly logInRefusal: { readonly label: string } | null
  readonly registrationRefusal: {
    readonly label: string
    readonly fields: ReadonlyArray<FieldFault>
  } | null
  /** True from registration in this visit until its log-out. */
  readonly justRegistered: boolean
  readonly tasks: Readonly<Record<AccountTask, TaskEnd>>
  /** Credits that this visit's activation granted; null before one. */
  readonly activationCredits: number | null
  /** This visit's activation verified another account and logged nobody in. */
  readonly activationOfAnother?: true
  /** The link sent to the new address changed the account's address in this visit. */
  readonly emailChanged?: true
  /** Whether the visitor's age was checked in this browser. */
  readonly ageVerified: boolean
  /** The performer that a guest wanted to message before logging in; null without one. */
  readonly messageOnLogIn: string | null
}

export interface CreditsState {
  /** Null while unknown: a guest, or a member before the first balance. */
  readonly balance: number | null
  readonly ranOut: ChargeAction | null
}

/** A requested change without an answer yet. */
export interface FavouriteWish {
  readonly commandId: string
  readonly performerId: string
  /** True to add to the favourites, false to remove. */
  readonly isFavourite: boolean
}

export interface FavouritesState {
  /** Newest first. Null while unknown: a guest, or a member before the first list. */
  readonly performerIds: ReadonlyArray<string> | null
  /** The list that the tab remembers, shown until the member's list arrives; null before and after. */
  readonly recalledIds: ReadonlyArray<string> | null
  /** One for each performer, oldest first, at most 50. */
  readonly wishes: ReadonlyArray<FavouriteWish>
  /** The last change that this tab requested; `at` is gateway time. */
  readonly lastChange: {
    readonly performerId: string
    readonly isFavourite: boolean
    readonly at: number
  } | null
  readonly refusal: {
    readonly performerId: string
    readonly label: string
    readonly at: number
  } | null
}

export interface LiveAlertsState {
  /** Newest first. Null before the first list. */
  readonly performerIds: ReadonlyArray<string> | null
  readonly refusal: { readonly performerId: string; readonly label: string } | null
}

/** What patches the answers of conversations, in the order in which it came. */
export type ConversationEvent = EventOf<
  | "PrivateMessageReceived"
  | "PrivateMessageSent"
  | "MessageRead"
  | "ConversationStateChanged"
  | "ConversationDeleted"
>

export interface HeardOfConversation {
  /** Counts from 1 in this visit: an answer that was asked for after it holds it already. */
  readonly n: number
  readonly event: ConversationEvent
  /** The command that it answers, where it answers one. */
  readonly cause: string | null
}

/** `Unknown`: nobody knows yet whether it was sent, and it is found out. `mayBeSent`: it may be there all the same. */
export type SendingState =
  | { readonly _tag: "Sending" }
  | { readonly _tag: "Unknown" }
  | { readonly _tag: "Failed"; readonly label: string; readonly mayBeSent: boolean }

/** A private message of this document whose outcome is not known as sent. */
export interface OutgoingMessage {
  readonly commandId: CommandId
  readonly performerId: string
  /** Gateway milliseconds. */
  readonly at: number
  readonly content:
    | { readonly _tag: "Text"; readonly text: string }
    | { readonly _tag: "Picture"; readonly attachmentId: string }
  readonly sending: SendingState
}

export interface MessagesState {
  /** Events of conversations heard in this visit since this document shows messages. */
  readonly heardCount: number
  /** The last of them, at most 500, oldest first. */
  readonly heard: ReadonlyArray<HeardOfConversation>
  /** Oldest first, at most 50. */
  readonly outgoing: ReadonlyArray<OutgoingMessage>
  /** The last change of a conversation that was refused, until the next one. */
  readonly refusal: { readonly commandId: string; readonly label: string } | null
}

export interface PopUp {
  readonly performerId: string
  readonly isMinimised: boolean
}

export interface SpendingState {
  /** Null before the first list. */
  readonly limits: Omit<EventOf<"SpendingLimitsListed">, "_tag"> | null
  /** What came of the last change of each kind that this document sent; null until it is answered. */
  readonly outcomes: Readonly<Record<SpendingChange, SpendingOutcome | null>>
  /** What came of withdrawing from a purchase, by its session. Absent before the first. */
  readonly withdrawals?: Readonly<Record<string, Withdrawal>> | undefined
}

export type Withdrawal =
  | { readonly _tag: "Done"; readonly amountCents: number; readonly receivedAt: number }
  | { readonly _tag: "Refused"; readonly label: string }
  | { readonly _tag: "Unknown" }

export type SpendingChange = "SetSpendingLimits" | "PauseSpending"
export interface SpendingOutcome {
  /** Null: it holds. */
  readonly refusal: string | null
}

/** What is asked for and may not come: `Asked` without a pending command has failed. */
export type Asked<Content> =
  | { readonly _tag: "Unasked" }
  | { readonly _tag: "Asked" }
  | { readonly _tag: "Known"; readonly content: Content }

export type IvrSession = Omit<EventOf<"IvrSessionOpened">, "_tag">
export type CallCosts = Pick<IvrSession, "tariffCents" | "startCents" | "maxCents">

interface KnownCall {
  readonly session: string
  /** What the caller is called in rooms; null where this document did not begin the call. */
  readonly username: string | null
  /** Null where this document was not shown the number. */
  readonly costs: CallCosts | null
}

/** The service's figures of a whole call. Euro cents. */
export interface CallFigures {
  readonly seconds: number
  readonly cents: number
}

/** A guest's call by phone. `Pending`: the PIN was accepted, and the caller is not connected yet. */
export type Call =
  | { readonly _tag: "None" }
  | ({ readonly _tag: "Pending" } & KnownCall)
  | ({
      readonly _tag: "InCall"
      /** Gateway milliseconds of the figures. */
      readonly at: number
    } & KnownCall &
      CallFigures)
  | { readonly _tag: "Ended" }
  | {
      readonly _tag: "Expired"
      /** Whether this document knew the call before. */
      readonly wasStarted: boolean
    }

export interface DialInState {
  readonly numbers: Asked<EventOf<"DialInNumbersListed">["numbers"]>
  readonly ivr: Asked<IvrSession>
  /** Of the last number that was shown: the next one is asked for there too. */
  readonly country: IvrSession["country"] | null
  /** Of the first number that was shown: the visitor's own, where it is known. It stays where another is chosen. */
  readonly firstCountry: IvrSession["country"] | null
  /** Why the last PIN was refused, until something is typed. */
  readonly pinRefusal: string | null
  readonly call: Call
  /** What the last call of this document came to; null before its end. */
  readonly lastCall: CallFigures | null
}

export interface WalletContent {
  readonly walletId: string
  readonly variant: WalletVariant
  readonly bundles: ReadonlyArray<Bundle>
  /** For who is short of credits. */
  readonly topUp?: Bundle
  readonly paymentOptions: ReadonlyArray<PaymentOption>
  readonly provider: PaymentProvider
  readonly defaultMethodId: string | null
}

/** Why a command failed, and its support reference; null if its id gives none. */
export interface FailedCommand {
  readonly label: string
  readonly reference: string | null
}

export interface WalletState {
  readonly content: WalletContent | null
  readonly refusal: FailedCommand | null
  readonly open: boolean
  readonly basket: BundleBasket | null
  /**
   * When the content was asked for that came before the wallet opened, in gateway milliseconds. Absent where none did,
   * and after a purchase, which may change what is offered.
   */
  readonly askedAheadAt?: number | undefined
  /** The credits that something was refused for, where the wallet was opened for that; absent else. */
  readonly short?: number | undefined
}

/** The life of one payment in this tab. Checkout is possible only in `Ready`. */
export interface Purchase {
  readonly credits: number
  readonly bundleId: string
  /** Euro cents. */
  readonly amountCents: number
  readonly transactionId: string
}

export type Payment =
  | { readonly _tag: "Ready" }
  | {
      readonly _tag: "Opening"
      readonly commandId: CommandId
      readonly payWindow: "opened" | "blocked"
    }
  | {
      readonly _tag: "AtBank"
      readonly sessionId: string
      /** Null if the tab was restored without it. */
      readonly paymentURL: string | null
      /** `restored`: the tab came back from a reload or from the bank. */
      readonly payWindow: "opened" | "blocked" | "closed" | "restored"
    }
  | ({ readonly _tag: "Succeeded" } & Purchase)
  | { readonly _tag: "Failed"; readonly reasonCode: number; readonly reference: string | null }
  | ({ readonly _tag: "Refused" } & FailedCommand)
  | { readonly _tag: "Unknown"; readonly reference: string | null }

export interface PaymentState {
  readonly current: Payment
  /** Sessions that this tab started and whose end it has not received, oldest first, at most 20. */
  readonly openSessionIds: ReadonlyArray<string>
  /** The last transactions, newest last, at most 100: a repeated one changes nothing. */
  readonly seenTransactionIds: ReadonlyArray<string>
  /** `isOfThisTab` is false for a purchase in another tab or on another device. */
  readonly lastPurchase: (Purchase & { readonly isOfThisTab: boolean }) | null
}

export interface PendingCommand {
  readonly command: CommandTag
  readonly sentAt: number
  /** Its outcome is at or before this position; null until the gateway answers. */
  readonly admittedSeq: number | null
}

export interface PendingState {
  /** By commandId, at most 50: beyond that, the oldest is dropped. */
  readonly commands: Readonly<Record<string, PendingCommand>>
  /** The last command of each kind that was not admitted, until the next one of that kind is sent. */
  readonly failures: Readonly<
    Partial<Record<CommandTag, { readonly commandId: CommandId; readonly label: string }>>
  >
}

export interface DialogsState {
  readonly open: DialogName | null
}

export type ConsentChoice = "accepted" | "refused"

/** About data that are not strictly necessary (ADR 0012). Null: no choice in this visit. */
export interface ConsentState {
  readonly choice: ConsentChoice | null
}

export interface SiteState {
  readonly visit: VisitState
  readonly account: AccountState
  readonly credits: CreditsState
  readonly wallet: WalletState
  readonly payment: PaymentState
  readonly pending: PendingState
  readonly dialogs: DialogsState
  readonly consent: ConsentState
  readonly favourites: FavouritesState
  /** Absent until something is known of them: logs of before fold to the state that was recorded. */
  readonly liveAlerts?: LiveAlertsState | undefined
  /** Whom the member blocked, newest first. Absent until they are listed. */
  readonly blocks?: ReadonlyArray<string> | undefined
  /** Absent where the last change of a block was not refused. */
  readonly blockRefusal?: { readonly performerId: string; readonly label: string } | undefined
  /** Absent while nothing is known of the last report that was sent. */
  readonly sentReport?:
    | { readonly _tag: "Received"; readonly reportId: string }
    | { readonly _tag: "Refused"; readonly label: string }
    | undefined
  /** Absent until something is known of them. */
  readonly spending?: SpendingState | undefined
  /** Messages that the member has not read. Absent until they are counted. */
  readonly unreadMessages?: number | undefined
  /** Absent until this document shows messages. */
  readonly messages?: MessagesState | undefined
  /** Conversations in pop-ups, the oldest first, at most 4. Absent before the first. */
  readonly popUps?: ReadonlyArray<PopUp> | undefined
  /** Absent until something is known of a call by phone. */
  readonly dialIn?: DialInState | undefined
  /** Null until this document first enters a room. */
  readonly room: RoomState | null
}
