/** Every command and who carries it out: total, so a new command without a handler does not compile. */
import { Effect } from "effect"
import type { PaymentProvider } from "@foldcast/contracts/stream/wallet"
import { makeCheckPayment } from "./check-payment.ts"
import type { Handlers } from "./handler.ts"
import { makeLoadWallet } from "./load-wallet.ts"
import { makeLogIn } from "./log-in.ts"
import { makeLogOut } from "./log-out.ts"
import { makeOpenPaymentSession } from "./open-payment-session.ts"
import type { PaymentHosts } from "./payment-url.ts"
import { makeRegister } from "./register.ts"

export interface HandlerSettings {
  readonly provider: PaymentProvider
  readonly paymentHosts: PaymentHosts
}

export const makeHandlers = ({ provider, paymentHosts }: HandlerSettings) =>
  Effect.gen(function* () {
    const handlers: Handlers = {
      Register: yield* makeRegister,
      LogIn: yield* makeLogIn,
      LogOut: yield* makeLogOut,
      LoadWallet: yield* makeLoadWallet(provider),
      OpenPaymentSession: yield* makeOpenPaymentSession(paymentHosts),
      CheckPayment: yield* makeCheckPayment,
    }
    return handlers
  })
