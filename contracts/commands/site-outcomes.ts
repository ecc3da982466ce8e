/**
 * Which facts end a command of the site; those of a room stand in room-outcomes.ts, for their script comes
 * later. A pending command ends at
 * a fact of its row that carries its id as `cause`, at `CommandFailed`, at `StreamReset`, or, where
 * `silent` allows it, when its admitted position is reached without any (an unchanged poll).
 */
import type { EventTag } from "../stream/event.ts"
import type { CommandTag } from "./command-tags.ts"

export type RoomCommandTag =
  | "JoinRoom"
  | "LeaveRoom"
  | "SendRoomMessage"
  | "ChangeNickname"
  | "RequestVip"
  | "StopVip"
  | "SendTip"
  | "SendToyTip"
  | "StartCamBack"
  | "StopCamBack"
  | "ReportPlayerFailure"

export interface Outcome {
  readonly facts: ReadonlyArray<EventTag>
  /** Whether the command may end without a fact. */
  readonly silent: boolean
}

export const SITE_OUTCOMES: Readonly<Record<Exclude<CommandTag, RoomCommandTag>, Outcome>> = {
  Register: { facts: ["RegistrationRefused", "LoggedIn", "LogInRefused"], silent: false },
  LogIn: { facts: ["LoggedIn", "LogInRefused"], silent: false },
  LogInWithToken: { facts: ["LoggedIn", "LogInRefused"], silent: false },
  LogInWithPasskey: { facts: ["LoggedIn", "LogInRefused"], silent: false },
  LogOut: { facts: ["LoggedOut"], silent: false },
  RequestPasswordReset: { facts: ["PasswordResetMailRequested"], silent: false },
  CheckResetLink: { facts: ["ResetLinkChecked", "ResetLinkRefused"], silent: false },
  ResetPassword: { facts: ["PasswordChanged", "PasswordChangeRefused"], silent: false },
  ChangePassword: { facts: ["PasswordChanged", "PasswordChangeRefused"], silent: false },
  ChangeEmail: { facts: ["EmailChangeRequested", "EmailChangeRefused"], silent: false },
  CancelEmailChange: { facts: ["EmailChangeCancelled", "EmailChangeCancelRefused"], silent: false },
  ChangeUsername: { facts: ["UsernameChanged", "UsernameChangeRefused"], silent: false },
  // The log-in with the answer's token follows with facts of its own.
  Activate: { facts: ["ActivationSucceeded", "ActivationRefused"], silent: false },
  ResendActivation: { facts: ["ActivationMailSent", "ActivationMailRefused"], silent: false },
  DeleteAccount: { facts: ["AccountDeleted", "AccountDeletionRefused"], silent: false },
  EndSession: { facts: ["SessionEnded", "SessionEndRefused"], silent: false },
  RegisterPasskey: { facts: ["PasskeyRegistered", "PasskeyRegistrationRefused"], silent: false },
  RemovePasskey: { facts: ["PasskeyRemoved", "PasskeyRemovalRefused"], silent: false },
  VerifyAge: { facts: ["AgeVerified", "AgeVerificationRefused"], silent: false },
  AddFavourite: { facts: ["FavouriteAdded", "FavouriteRefused"], silent: false },
  RemoveFavourite: { facts: ["FavouriteRemoved", "FavouriteRefused"], silent: false },
  LoadWallet: { facts: ["WalletLoaded", "WalletRefused"], silent: false },
  OpenPaymentSession: {
    facts: ["PaymentSessionOpened", "PaymentSessionRefused", "PaymentSessionUnknown"],
    silent: false,
  },
  CheckPayment: { facts: ["BundleBought", "PaymentFailed"], silent: true },
}
