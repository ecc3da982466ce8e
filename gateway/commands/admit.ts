/**
 * From a decoded request to its receipt: whose visit is it, did it run before, run it, remember it
 * (docs/protocol.md, "Commands"). Each command takes effect at most once per owner.
 *
 * Called by commands/route.ts. The facts are in the log when this answers.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { Command, CommandRequest } from "@foldcast/contracts/commands/command"
import type { CommandTag } from "@foldcast/contracts/commands/command-tags"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { Admitted } from "@foldcast/contracts/commands/problem"
import type { TabId } from "@foldcast/contracts/ids"
import { GatewayConfig } from "../config.ts"
import type { ProblemKind } from "../problem-kinds.ts"
import { Ids } from "../ids.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { CookieChanges } from "../visits/cookie-changes.ts"
import { deriveKeys } from "../sessions/seal.ts"
import {
  type CookieValue,
  SessionStore,
  type SessionsUnavailable,
} from "../sessions/session-store.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { VisitCreator } from "../visits/visit-creator.ts"
import { fingerprintBody } from "./body-fingerprint.ts"
import type { CommandContext, Handled, Handlers } from "./handler.ts"
import { makeHandlers, type HandlerSettings } from "./handlers.ts"
import { type ReceiptResult, Receipts } from "../store/receipts.ts"

export type Admission =
  | {
      readonly _tag: "Admitted"
      readonly body: Admitted
      readonly cookie: CookieValue | null
    }
  | { readonly _tag: "NotAdmitted"; readonly kind: ProblemKind; readonly label?: string }

export type Asker = Pick<
  CommandContext,
  "brand" | "origin" | "clientAddress" | "userAgent" | "session" | "proof"
>

export interface AdmitShape {
  readonly admit: (
    request: CommandRequest,
    asker: Asker,
  ) => Effect.Effect<Admission, LogUnavailable>
}

const not = (kind: ProblemKind): Admission => ({ _tag: "NotAdmitted", kind })

const BROKEN: Admission = { _tag: "NotAdmitted", kind: "failed", label: NO_ANSWER }

/** Commands that give a session that goes on another cookie. */
const CHANGES_COOKIE: ReadonlySet<CommandTag> = new Set([
  "Register",
  "LogIn",
  "LogInWithToken",
  "LogInWithPasskey",
  "Activate",
  "ChangePassword",
])

/** Seconds after which a command that still runs is worth asking for again. */
export const RETRY_RUNNING_SECONDS = 1

export class Admit extends Context.Service<Admit, AdmitShape>()("gateway/Admit") {
  static readonly layer = (settings: HandlerSettings) =>
    Layer.effect(
      Admit,
      Effect.gen(function* () {
        const { sessionSecrets } = yield* GatewayConfig
        const keys = deriveKeys(sessionSecrets, "command fingerprint")
        const visitCreator = yield* VisitCreator
        const receipts = yield* Receipts
        const sessions = yield* SessionStore
        const changes = yield* CookieChanges
        const ids = yield* Ids
        const metrics = yield* GatewayMetrics
        const handlers: Handlers = yield* makeHandlers(settings)

        const handle = (
          command: Command,
          context: CommandContext,
        ): Effect.Effect<Handled, LogUnavailable | SessionsUnavailable> =>
          (
            handlers[command._tag] as (
              command: Command,
              context: CommandContext,
            ) => Effect.Effect<Handled, LogUnavailable | SessionsUnavailable>
          )(command, context)

        /**
         * The answer of a log-in that got lost took the new cookie with it: it is given once more, for the
         * very command that changed it last. Whoever holds the old value and repeats another gets none.
         */
        const reissue = Effect.fnUntraced(function* (
          { commandId }: CommandRequest,
          { session: { owner, cookie } }: Asker,
        ) {
          if (cookie === "current") return null
          const now = yield* Clock.currentTimeMillis
          const last = changes.last(owner, now)
          if (last !== undefined && last.command !== commandId) return null
          if (!(yield* receipts.giveCookie(owner, commandId))) return null
          return yield* sessions.reissue(owner, now).pipe(Effect.orElseSucceed(() => null))
        })

        const admitted = (
          { commandId }: CommandRequest,
          { epoch, seq }: ReceiptResult,
          cookie: CookieValue | null,
        ): Admission => ({ _tag: "Admitted", body: { commandId, epoch, seq }, cookie })

        const run = Effect.fnUntraced(function* (
          request: CommandRequest,
          asker: Asker,
          interrupted: boolean,
        ) {
          const { owner } = asker.session
          const visit = yield* visitCreator.ensure(request.visit, owner, ids.token(96) as TabId)
          if (visit === null) {
            yield* Effect.ignore(receipts.withdraw(owner, request.commandId))
            return not("noSuchVisit")
          }
          const handled = yield* handle(request.command, {
            ...asker,
            commandId: request.commandId,
            visit,
            interrupted,
          }).pipe(
            Effect.catchTag("SessionsUnavailable", (error) =>
              Effect.logError("sessions", error.message).pipe(
                Effect.andThen(Effect.ignore(receipts.withdraw(owner, request.commandId))),
                Effect.as(not("unavailable")),
              ),
            ),
            // A broken invariant: nobody knows what took effect. The receipt stays open, so that nothing
            // runs again before this process has ended.
            Effect.catchDefect((defect) =>
              Effect.as(Effect.logError("a command broke", String(defect)), BROKEN),
            ),
          )
          if ("_tag" in handled) return handled
          const result: ReceiptResult = { epoch: visit.epoch, seq: visit.head, status: 202 }
          // Who asks with the value before a change carries on what made it, and was never told.
          const changedBefore = interrupted && asker.session.cookie === "retiring"
          const changedCookie = handled.cookie !== null || changedBefore
          yield* receipts.finish(owner, request.commandId, result, changedCookie).pipe(
            // It took effect; that it cannot be repeated from memory is said and harms nobody now.
            Effect.catch((error) => Effect.logError("a receipt is lost", error.message)),
          )
          yield* metrics.commandHandled(request.command._tag, "admitted")
          const again = changedBefore ? yield* reissue(request, asker) : null
          return admitted(request, result, handled.cookie ?? again)
        })

        return Admit.of({
          admit: Effect.fnUntraced(
            function* (request, asker) {
              const { session } = asker
              const now = yield* Clock.currentTimeMillis
              const body = fingerprintBody(keys, { visit: request.visit, command: request.command })
              const beginning = yield* receipts.begin(session.owner, request.commandId, body, now)
              switch (beginning._tag) {
                case "Running":
                  return not("stillRunning")
                case "DifferentBody":
                  return not("differentBody")
                case "Done":
                  return admitted(request, beginning.result, yield* reissue(request, asker))
                case "Fresh":
                case "Interrupted": {
                  const interrupted = beginning._tag === "Interrupted"
                  // The value before a change begins nothing. What it carries on is what may have changed it.
                  const mayRun = interrupted && CHANGES_COOKIE.has(request.command._tag)
                  if (session.cookie === "retiring" && !mayRun) {
                    yield* Effect.ignore(receipts.withdraw(session.owner, request.commandId))
                    return not("unauthenticated")
                  }
                  return yield* run(request, asker, interrupted)
                }
              }
            },
            Effect.catchTag("ReceiptsUnavailable", (error) =>
              Effect.as(Effect.logError("receipts", error.message), not("unavailable")),
            ),
            // A browser that leaves does not stop what it asked for: the receipt must tell the truth.
            Effect.uninterruptible,
          ),
        })
      }),
    )
}
