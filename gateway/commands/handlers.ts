/** Every command and who carries it out: total, so a new command without a handler does not compile. */
import { Effect } from "effect"
import type { PaymentProvider } from "@foldcast/contracts/stream/wallet"
import { makeActivate } from "./activate.ts"
import { makeAddFavourite, makeRemoveFavourite } from "./change-favourite.ts"
import { makeCancelEmailChange, makeChangeEmail } from "./change-email.ts"
import { makeChangeNickname } from "./change-nickname.ts"
import { makeChangePassword } from "./change-password.ts"
import { makeChangeUsername } from "./change-username.ts"
import { makeStartCamBack, makeStopCamBack } from "./cam-back.ts"
import { makeCheckPayment } from "./check-payment.ts"
import { makeCheckResetLink } from "./check-reset-link.ts"
import { makeDeleteAccount } from "./delete-account.ts"
import { makeEndOpenSession } from "./end-open-session.ts"
import type { Handlers } from "./handler.ts"
import { makeWithRoomRestored } from "./with-room-restored.ts"
import { makeJoinRoom } from "./join-room.ts"
import { makeLeaveRoom } from "./leave-room.ts"
import { makeLoadWallet } from "./load-wallet.ts"
import { makeLogIn } from "./log-in.ts"
import { makeLogInWithPasskey } from "./log-in-with-passkey.ts"
import { makeLogInWithToken } from "./log-in-with-token.ts"
import { makeLogOut } from "./log-out.ts"
import { makeOpenPaymentSession } from "./open-payment-session.ts"
import type { PaymentHosts } from "./payment-url.ts"
import { makeRegisterPasskey, makeRemovePasskey } from "./passkeys.ts"
import { makeRegister } from "./register.ts"
import { makeReportPlayerFailure } from "./report-player-failure.ts"
import { makeRequestPasswordReset } from "./request-password-reset.ts"
import { makeResendActivation } from "./resend-activation.ts"
import { makeResetPassword } from "./reset-password.ts"
import { makeSendRoomMessage } from "./send-room-message.ts"
import { makeSendTip, makeSendToyTip } from "./send-tip.ts"
import { makeVerifyAge } from "./verify-age.ts"
import { makeRequestVip, makeStopVip } from "./vip.ts"

export interface HandlerSettings {
  readonly provider: PaymentProvider
  readonly paymentHosts: PaymentHosts
}

export const makeHandlers = ({ provider, paymentHosts }: HandlerSettings) =>
  Effect.gen(function* () {
    const inItsRoom = yield* makeWithRoomRestored
    const handlers: Handlers = {
      Register: yield* makeRegister,
      LogIn: yield* makeLogIn,
      LogInWithToken: yield* makeLogInWithToken,
      LogInWithPasskey: yield* makeLogInWithPasskey,
      LogOut: yield* makeLogOut,
      RequestPasswordReset: yield* makeRequestPasswordReset,
      CheckResetLink: yield* makeCheckResetLink,
      ResetPassword: yield* makeResetPassword,
      ChangePassword: yield* makeChangePassword,
      ChangeEmail: yield* makeChangeEmail,
      CancelEmailChange: yield* makeCancelEmailChange,
      ChangeUsername: yield* makeChangeUsername,
      Activate: yield* makeActivate,
      ResendActivation: yield* makeResendActivation,
      DeleteAccount: yield* makeDeleteAccount,
      EndSession: yield* makeEndOpenSession,
      RegisterPasskey: yield* makeRegisterPasskey,
      RemovePasskey: yield* makeRemovePasskey,
      VerifyAge: yield* makeVerifyAge,
      AddFavourite: yield* makeAddFavourite,
      RemoveFavourite: yield* makeRemoveFavourite,
      LoadWallet: yield* makeLoadWallet(provider),
      OpenPaymentSession: yield* makeOpenPaymentSession(paymentHosts),
      CheckPayment: yield* makeCheckPayment,
      JoinRoom: inItsRoom(yield* makeJoinRoom),
      LeaveRoom: inItsRoom(yield* makeLeaveRoom),
      SendRoomMessage: inItsRoom(yield* makeSendRoomMessage),
      ChangeNickname: inItsRoom(yield* makeChangeNickname),
      RequestVip: inItsRoom(yield* makeRequestVip),
      StopVip: inItsRoom(yield* makeStopVip),
      SendTip: inItsRoom(yield* makeSendTip),
      SendToyTip: inItsRoom(yield* makeSendToyTip),
      StartCamBack: inItsRoom(yield* makeStartCamBack),
      StopCamBack: inItsRoom(yield* makeStopCamBack),
      ReportPlayerFailure: inItsRoom(yield* makeReportPlayerFailure),
    }
    return handlers
  })
