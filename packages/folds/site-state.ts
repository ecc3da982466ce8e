/**
 * The state of one document: what its log folds to. Every slice is a total value with no optional
 * members; what can be in one of several ways is a tagged union. Features read it through the selectors
 * of the slices, never by upstream names.
 */
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import type { BundleBasket } from "@foldcast/contracts/client-facts/tab-slice"
import type { CommandTag } from "@foldcast/contracts/commands/command"
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import type { ChargeAction } from "@foldcast/contracts/stream/credits"
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
  /** Gateway time of the last thing folded, 0 before the first. */
  readonly at: number
  readonly resetBy: ResetReason | null
  /** Upstream sources the gateway has told to be silent at present. */
  readonly interrupted: ReadonlyArray<SourceName>
  /** Tags, and newer versions as `Tag@v`, that this build cannot fold, each once, at most 50. */
  readonly unread: ReadonlyArray<string>
  readonly path: string | null
}

export interface MemberProfile {
  readonly capName: string
  readonly email: string
  readonly endUserText: string | null
  readonly lander: string | null
  readonly showChangeUsername: boolean
  /** Verifying an address brings no welcome credits any more. */
  readonly welcomed: boolean
  /** The address that is the member's once it is verified; null where none waits. */
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
  /** The visit is over for this person; the runtime opens a new one. */
  | { readonly _tag: "LoggedOut"; readonly reason: LogOutReason }

interface FieldFault {
  readonly field: string
  readonly label: string
}

/** What a member, or somebody with an e-mailed link, can ask for and see the end of. */
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

/** How the last attempt of a task ended. While one is under way `pending` says so. */
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
  /** What this visit's activation verified is another account's, and nobody was logged in by it. */
  readonly activationOfAnother?: true
  /** The account's address was changed in this visit, by the link that went to the new one. */
  readonly emailChanged?: true
  /** Whether the visitor's age was checked in this browser. */
  readonly ageVerified: boolean
  /** The performer a guest wanted to message before logging in; null for none. */
  readonly messageOnLogIn: string | null
}

export interface CreditsState {
  /** Null while unknown: a guest, or a member whose balance has not come. */
  readonly balance: number | null
  readonly ranOut: ChargeAction | null
}

/** Somebody asked for it and nobody has answered. */
export interface FavouriteWish {
  readonly commandId: string
  readonly performerId: string
  /** Wanted among the favourites, or not any more. */
  readonly isFavourite: boolean
}

export interface FavouritesState {
  /** Newest first. Null while unknown: a guest, or a member whose list has not come. */
  readonly performerIds: ReadonlyArray<string> | null
  /** What the tab last knew, shown until the list has come; null before and after. It is not the list. */
  readonly recalledIds: ReadonlyArray<string> | null
  /** One for a performer, oldest first, at most 50. */
  readonly wishes: ReadonlyArray<FavouriteWish>
  /** The last change that this tab asked for; `at` is gateway time. */
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

export interface WalletContent {
  readonly walletId: string
  readonly variant: WalletVariant
  readonly bundles: ReadonlyArray<Bundle>
  readonly paymentOptions: ReadonlyArray<PaymentOption>
  readonly provider: PaymentProvider
  readonly defaultMethodId: string | null
}

/** Why it did not work, and the reference that support finds it by; null where its id gives none. */
export interface FailedCommand {
  readonly label: string
  readonly reference: string | null
}

export interface WalletState {
  readonly content: WalletContent | null
  readonly refusal: FailedCommand | null
  readonly open: boolean
  readonly basket: BundleBasket | null
}

/** The life of one payment in this tab. `Ready` is the only state in which checkout is possible. */
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
      /** Null where the tab came back without it. */
      readonly paymentURL: string | null
      /** `restored`: the tab came back from a reload or from the bank itself. */
      readonly payWindow: "opened" | "blocked" | "closed" | "restored"
    }
  | ({ readonly _tag: "Succeeded" } & Purchase)
  | { readonly _tag: "Failed"; readonly reasonCode: number; readonly reference: string | null }
  | ({ readonly _tag: "Refused" } & FailedCommand)
  | { readonly _tag: "Unknown"; readonly reference: string | null }

export interface PaymentState {
  readonly current: Payment
  /** Sessions this tab started and whose end it has not seen, oldest first, at most 20. */
  readonly openSessionIds: ReadonlyArray<string>
  /** The last transactions seen, newest last, at most 100: a repeated one changes nothing. */
  readonly seenTransactionIds: ReadonlyArray<string>
  /** `isOfThisTab` is false of what was bought in another tab or on another device. */
  readonly lastPurchase: (Purchase & { readonly isOfThisTab: boolean }) | null
}

export interface PendingCommand {
  readonly command: CommandTag
  readonly sentAt: number
  /** The position at or before which its outcome stands; null until the gateway answered. */
  readonly admittedSeq: number | null
}

export interface PendingState {
  /** By commandId, at most 50: the oldest of more is given up. */
  readonly commands: Readonly<Record<string, PendingCommand>>
  /** The last command of each kind that was not admitted, until the next of its kind is sent. */
  readonly failures: Readonly<
    Partial<Record<CommandTag, { readonly commandId: CommandId; readonly label: string }>>
  >
}

export interface DialogsState {
  readonly open: DialogName | null
}

export type ConsentChoice = "accepted" | "refused"

/** Of data that are not strictly necessary (ADR 0012). Null: not chosen in this visit. */
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
  /** Null before this document was in any room. */
  readonly room: RoomState | null
}
