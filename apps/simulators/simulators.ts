/** Starts and closes the simulators: the bank, the mailbox, the phone and the desk on one port, and the mail server on another. */
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import { Cause, Effect, Exit, Layer, Logger, Schema, Scope } from "effect"
import { type SimulatorsServices, makeSimulatorsApp } from "./app.ts"
import { Transactions } from "./bank/transactions.ts"
import { Callbacks } from "./bank/callbacks.ts"
import { Refunds } from "./bank/refunds.ts"
import { TransactionIds } from "./bank/settle-order.ts"
import type { SimulatorsConfig } from "./config.ts"
import { Mailbox } from "./mailbox/mailbox.ts"
import { PhoneProvider } from "./phone/provider.ts"
import { serveSmtp } from "./mailbox/smtp.ts"

/** The port cannot be listened on: whoever starts it has to choose another. */
export class SimulatorsPortRefused extends Schema.TaggedError<SimulatorsPortRefused>()(
  "SimulatorsPortRefused",
  { sentence: Schema.String },
) {
  override get message() {
    return this.sentence
  }
}

const FIRST_RETRY_MS = 250
/** Mails the mailbox keeps. */
const MAILBOX_CAPACITY = 500
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 15_000 }

const refusal = (port: number, error: NodeJS.ErrnoException) =>
  new SimulatorsPortRefused({
    sentence:
      error.code === "EADDRINUSE"
        ? `Port ${port} is taken: stop what listens there, or set SIMULATORS_PORT.`
        : `The outside parties cannot listen on port ${port}: ${error.code ?? error.message}.`,
  })

const listen = (server: Server, { host, port }: SimulatorsConfig) =>
  Effect.callback<AddressInfo, SimulatorsPortRefused>((resume) => {
    server.once("error", (error) => resume(Effect.fail(refusal(port, error))))
    server.listen(port, host, () => resume(Effect.succeed(server.address() as AddressInfo)))
  })

const close = (server: Server) =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })

const serve = (config: SimulatorsConfig) =>
  Effect.gen(function* () {
    const smtpUrl = yield* serveSmtp(config.smtpPort)
    const run = Effect.runPromiseWith(yield* Effect.context<SimulatorsServices>())
    const { fetch } = makeSimulatorsApp(config, run)
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createAdaptorServer({ fetch, serverOptions: TIMEOUTS }) as Server),
      close,
    )
    const { address, port } = yield* listen(server, config)
    const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}`
    return { url, smtpUrl }
  })

/** One JSON object per line on standard output. */
const jsonLines = Logger.layer([Logger.consoleJson])

const services = (config: SimulatorsConfig, logging: Layer.Layer<never>) =>
  Layer.merge(
    Callbacks.layer({ secret: config.bankSecret, firstRetryMs: FIRST_RETRY_MS }),
    Refunds.layer({ secret: config.bankSecret, firstRetryMs: FIRST_RETRY_MS }),
  ).pipe(
    Layer.provideMerge(Transactions.layer(config.bankFile)),
    Layer.provideMerge(TransactionIds.layer),
    Layer.provideMerge(PhoneProvider.layer(config.phone, FIRST_RETRY_MS)),
    Layer.provideMerge(Mailbox.layer(MAILBOX_CAPACITY)),
    Layer.provideMerge(logging),
  )

export interface RunningSimulators {
  /** `http://127.0.0.1:3001` */
  readonly url: string
  /** `smtp://127.0.0.1:3002` */
  readonly smtpUrl: string
  readonly close: () => Promise<void>
}

/** Rejects with an error whose message says to a person why they cannot start. */
export const startSimulators = async (
  config: SimulatorsConfig,
  logging: Layer.Layer<never> = jsonLines,
): Promise<RunningSimulators> => {
  const scope = Scope.makeUnsafe()
  const started = await Effect.runPromiseExit(
    Layer.build(services(config, logging)).pipe(
      Effect.flatMap((context) => Effect.provide(serve(config), context)),
      (work) => Scope.provide(work, scope),
    ),
  )
  if (Exit.isFailure(started)) {
    await Effect.runPromise(Scope.close(scope, started))
    throw Cause.squash(started.cause)
  }
  return {
    ...started.value,
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
