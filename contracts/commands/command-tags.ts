/** The names of all commands, apart so that client facts can name them without a cycle. */
export const COMMAND_TAGS = [
  "Register",
  "LogIn",
  "LogInWithToken",
  "LogOut",
  "RequestPasswordReset",
  "ResetPassword",
  "ChangePassword",
  "ChangeEmail",
  "CancelEmailChange",
  "ChangeUsername",
  "Activate",
  "ResendActivation",
  "DeleteAccount",
  "EndSession",
  "VerifyAge",
  "AddFavourite",
  "RemoveFavourite",
  "LoadWallet",
  "OpenPaymentSession",
  "CheckPayment",
] as const
export type CommandTag = (typeof COMMAND_TAGS)[number]
