// Made by `npm run docs` from contracts/commands/site-commands.ts and room-commands.ts.
import type { EventTag } from "../stream/event.ts"
import type { CommandTag } from "./command.ts"
import type { SiteCommandTag } from "./site-commands.ts"

export const SITE_OUTCOMES: Readonly<Record<SiteCommandTag, ReadonlyArray<EventTag>>> = {
  Register: ["RegistrationRefused","LoggedIn","LogInRefused"],
  LogIn: ["LoggedIn","LogInRefused"],
  LogInWithToken: ["LoggedIn","LogInRefused"],
  LogInWithPasskey: ["LoggedIn","LogInRefused"],
  LogOut: ["LoggedOut"],
  RequestPasswordReset: ["PasswordResetMailRequested"],
  CheckResetLink: ["ResetLinkChecked","ResetLinkRefused"],
  ResetPassword: ["PasswordChanged","PasswordChangeRefused"],
  ChangePassword: ["PasswordChanged","PasswordChangeRefused"],
  ChangeEmail: ["EmailChangeRequested","EmailChangeRefused"],
  CancelEmailChange: ["EmailChangeCancelled","EmailChangeCancelRefused"],
  ChangeUsername: ["UsernameChanged","UsernameChangeRefused"],
  Activate: ["ActivationSucceeded","ActivationRefused"],
  ResendActivation: ["ActivationMailSent","ActivationMailRefused"],
  DeleteAccount: ["AccountDeleted","AccountDeletionRefused"],
  EndSession: ["SessionEnded","SessionEndRefused"],
  RegisterPasskey: ["PasskeyRegistered","PasskeyRegistrationRefused"],
  RemovePasskey: ["PasskeyRemoved","PasskeyRemovalRefused"],
  VerifyAge: ["AgeVerified","AgeVerificationRefused"],
  AddFavourite: ["FavouriteAdded","FavouriteRefused"],
  RemoveFavourite: ["FavouriteRemoved","FavouriteRefused"],
  LoadLiveAlerts: ["LiveAlertsListed"],
  SetLiveAlert: ["LiveAlertChanged","LiveAlertRefused"],
  LoadWallet: ["WalletLoaded","WalletRefused"],
  LoadSpendingLimits: ["SpendingLimitsListed"],
  SetSpendingLimits: ["SpendingLimitsChanged","SpendingLimitsRefused"],
  PauseSpending: ["SpendingLimitsChanged","SpendingLimitsRefused"],
  OpenPaymentSession: ["PaymentSessionOpened","PaymentSessionRefused","PaymentSessionUnknown"],
  CheckPayment: ["BundleBought","PaymentFailed"],
  WithdrawPurchase: ["PurchaseWithdrawn","PurchaseWithdrawalRefused","PurchaseWithdrawalUnknown"],
}

export const MAY_END_SILENTLY: { readonly [Tag in CommandTag]?: true } = {
  LoadLiveAlerts: true,
  LoadSpendingLimits: true,
  CheckPayment: true,
}

/** Their answer may bring another cookie. */
export const CHANGES_SESSION: { readonly [Tag in CommandTag]?: true } = {
  Register: true,
  LogIn: true,
  LogInWithToken: true,
  LogInWithPasskey: true,
  LogOut: true,
  ResetPassword: true,
  ChangePassword: true,
  ChangeEmail: true,
  ChangeUsername: true,
  Activate: true,
  DeleteAccount: true,
  EndSession: true,
}
