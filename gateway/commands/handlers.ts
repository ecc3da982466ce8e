/**
 * Every command and who handles it. Each module beside this one hands out the handlers of its commands by their tags;
 * a command that no module handles does not compile.
 */
import { Effect } from "effect"
import { type Command, isRoomCommand } from "@foldcast/contracts/commands/command"
import type { PaymentProvider } from "@foldcast/contracts/stream/wallet"
import type { LogUnavailable } from "../log/visit-log.ts"
import { RoomService } from "../rooms/room-service.ts"
import type { SessionsUnavailable } from "../sessions/session-store.ts"
import { activateHandlers } from "./activate.ts"
import { blocksHandlers } from "./blocks.ts"
import { camBackHandlers } from "./cam-back.ts"
import { changeConversationHandlers } from "./change-conversation.ts"
import { changeEmailHandlers } from "./change-email.ts"
import { changeFavouriteHandlers } from "./change-favourite.ts"
import { changeNicknameHandlers } from "./change-nickname.ts"
import { changePasswordHandlers } from "./change-password.ts"
import { changeUsernameHandlers } from "./change-username.ts"
import { checkPaymentHandlers } from "./check-payment.ts"
import { checkResetLinkHandlers } from "./check-reset-link.ts"
import { deleteAccountHandlers } from "./delete-account.ts"
import { dialInHandlers } from "./dial-in.ts"
import { endOpenSessionHandlers } from "./end-open-session.ts"
import { joinRoomHandlers } from "./join-room.ts"
import { leaveRoomHandlers } from "./leave-room.ts"
import { liveAlertsHandlers } from "./live-alerts.ts"
import { loadWalletHandlers } from "./load-wallet.ts"
import { logInHandlers } from "./log-in.ts"
import { logOutHandlers } from "./log-out.ts"
import { openPaymentSessionHandlers } from "./open-payment-session.ts"
import { passkeysHandlers } from "./passkeys.ts"
import { registerHandlers } from "./register.ts"
import { reportPlayerFailureHandlers } from "./report-player-failure.ts"
import { requestPasswordResetHandlers } from "./request-password-reset.ts"
import { resendActivationHandlers } from "./resend-activation.ts"
import { resetPasswordHandlers } from "./reset-password.ts"
import { sendPrivateMessageHandlers } from "./send-private-message.ts"
import { sendReportHandlers } from "./send-report.ts"
import { sendRoomMessageHandlers } from "./send-room-message.ts"
import { sendTipHandlers } from "./send-tip.ts"
import { spendingHandlers } from "./spending.ts"
import { verifyAgeHandlers } from "./verify-age.ts"
import { vipHandlers } from "./vip.ts"
import { withdrawPurchaseHandlers } from "./withdraw-purchase.ts"
import type { CommandContext, Handled, Handlers } from "./handler.ts"
import type { PaymentHosts } from "./payment-url.ts"

export interface HandlerSettings {
  readonly provider: PaymentProvider
  readonly paymentHosts: PaymentHosts
}

const makeHandlers = ({ provider, paymentHosts }: HandlerSettings) =>
  Effect.all({
    ...activateHandlers,
    ...blocksHandlers,
    ...camBackHandlers,
    ...changeConversationHandlers,
    ...changeEmailHandlers,
    ...changeFavouriteHandlers,
    ...changeNicknameHandlers,
    ...changePasswordHandlers,
    ...changeUsernameHandlers,
    ...checkPaymentHandlers,
    ...checkResetLinkHandlers,
    ...deleteAccountHandlers,
    ...dialInHandlers(provider),
    ...endOpenSessionHandlers,
    ...joinRoomHandlers,
    ...leaveRoomHandlers,
    ...liveAlertsHandlers,
    ...loadWalletHandlers(provider),
    ...logInHandlers,
    ...logOutHandlers,
    ...openPaymentSessionHandlers(paymentHosts),
    ...passkeysHandlers,
    ...registerHandlers,
    ...reportPlayerFailureHandlers,
    ...requestPasswordResetHandlers,
    ...resendActivationHandlers,
    ...resetPasswordHandlers,
    ...sendPrivateMessageHandlers,
    ...sendReportHandlers,
    ...sendRoomMessageHandlers,
    ...sendTipHandlers,
    ...spendingHandlers,
    ...verifyAgeHandlers,
    ...vipHandlers,
    ...withdrawPurchaseHandlers,
  })

type HandleCommand = (
  command: Command,
  context: CommandContext,
) => Effect.Effect<Handled, LogUnavailable | SessionsUnavailable>

/**
 * No fingerprint goes on without consent, whatever a page sends: a tab may not have heard that it was withdrawn
 * (WALLET-27).
 */
const withoutFingerprint = (command: Command): Command => {
  if (!("fingerprint" in command)) return command
  const { fingerprint: _, ...rest } = command
  return rest
}

/**
 * Hands each command to its handler. A command of a room finds its visit in that room: after a restart of the gateway
 * it may come before the visit's stream, and a paid session would go on at the service while nobody here hears its end.
 */
export const makeHandleCommand = (settings: HandlerSettings) =>
  Effect.gen(function* () {
    const rooms = yield* RoomService
    const handlers: Handlers = yield* makeHandlers(settings)
    const handle: HandleCommand = (command, context) =>
      (handlers[command._tag] as HandleCommand)(
        context.hasConsented ? command : withoutFingerprint(command),
        context,
      )
    const handleInRoom: HandleCommand = (command, context) => {
      const { visit, session, clientAddress: address } = context
      return Effect.andThen(
        rooms.restore({ visit, member: session.member, call: session.call, address }),
        handle(command, context),
      )
    }
    return (command: Command, context: CommandContext) =>
      isRoomCommand(command) ? handleInRoom(command, context) : handle(command, context)
  })
