/**
 * From a decoded request to its receipt: whose visit is it, did it run before, run it, remember it
 * (docs/protocol.md, "Commands"). The facts are in the log when this answers.
 *
 * Invariant: each command takes effect at most once per owner.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { COMMAND_POLICIES, type CommandRequest } from "@foldcast/contracts/commands/command"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { Admitted } from "@foldcast/contracts/commands/problem"
import type { TabId } from "@foldcast/contracts/ids"
import { GatewayConfig } from "../config.ts"
import type { ProblemKind } from "../problem-kinds.ts"
import { Ids } from "../ids.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { CookieChanges } from "../visits/cookie-changes.ts"
import { deriveKeys } from "../sessions/seal.ts"
import { type CookieValue, SessionStore } from "../sessions/session-store.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { VisitCreator } from "../visits/visit-creator.ts"
import { fingerprintBody } from "./body-fingerprint.ts"
import type { CommandContext, Handled } from "./handler.ts"
import { type HandlerSettings, makeHandleCommand } from "./handlers.ts"
import { type ReceiptResult, Receipts } from "../store/receipts.ts"

export type Admission =
  | {
      readonly _tag: "Admitted"
      readonly body: Admitted
      readonly cookie: CookieValue | null
      readonly call: Handled["call"]
    }
  | { readonly _tag: "NotAdmitted"; readonly kind: ProblemKind; readonly label?: string }

export type Requester = Pick<
  CommandContext,
  "brand" | "origin" | "clientAddress" | "userAgent" | "hasConsented" | "session" | "proof"
>

export interface AdmitShape {
  readonly admit: (
    request: CommandRequest,
    requester: Requester,
  ) => Effect.Effect<Admission, LogUnavailable>
}

const notAdmitted = (kind: ProblemKind): Admission => ({ _tag: "NotAdmitted", kind })

const BROKEN: Admission = { _tag: "NotAdmitted", kind: "failed", label: NO_ANSWER }

/** Seconds after which a command that still runs is worth asking for again. */
export const RETRY_RUNNING_SECONDS = 1

const makeDeps = (settings: HandlerSettings) =>
  Effect.gen(function* () {
    const { sessionSecrets } = yield* GatewayConfig
    return {
      keys: deriveKeys(sessionSecrets, "command fingerprint"),
      visitCreator: yield* VisitCreator,
      receipts: yield* Receipts,
      sessions: yield* SessionStore,
      changes: yield* CookieChanges,
      ids: yield* Ids,
      metrics: yield* GatewayMetrics,
      handle: yield* makeHandleCommand(settings),
    }
  })
type Deps = Effect.Success<ReturnType<typeof makeDeps>>

const admitted = (
  { commandId }: CommandRequest,
  { epoch, seq }: ReceiptResult,
  { cookie, call }: Handled,
): Admission => ({ _tag: "Admitted", body: { commandId, epoch, seq }, cookie, call })

/**
 * The answer of a log-in that got lost took the new cookie with it: the cookie is given once more, for the very
 * command that changed it last. Whoever holds the old value and repeats another command gets none.
 */
const reissueCookie = Effect.fnUntraced(function* (
  { changes, receipts, sessions }: Deps,
  { commandId }: CommandRequest,
  { session: { owner, cookie } }: Requester,
) {
  if (cookie === "current") return null
  const now = yield* Clock.currentTimeMillis
  const last = changes.last(owner, now)
  if (last !== undefined && last.command !== commandId) return null
  if (!(yield* receipts.giveCookie(owner, commandId))) return null
  return yield* sessions.reissue(owner, now).pipe(Effect.orElseSucceed(() => null))
})

/** Lets the same id be sent again: nothing was done. */
const withdraw = ({ receipts }: Deps, { commandId }: CommandRequest, { session }: Requester) =>
  Effect.ignore(receipts.withdraw(session.owner, commandId))

/** Runs the handler. Its failures become refused admissions. */
const handle = (deps: Deps, request: CommandRequest, requester: Requester, ran: CommandContext) =>
  deps.handle(request.command, ran).pipe(
    Effect.catchTag("SessionsUnavailable", (error) =>
      Effect.logError("sessions", error.message).pipe(
        Effect.andThen(withdraw(deps, request, requester)),
        Effect.as(notAdmitted("unavailable")),
      ),
    ),
    // A broken invariant: nobody knows what took effect. The receipt stays open, so that nothing
    // runs again before this process has ended.
    Effect.catchDefect((defect) =>
      Effect.as(Effect.logError("a command broke", String(defect)), BROKEN),
    ),
  )

/** `interrupted`: it ran when the gateway died. */
const run = Effect.fnUntraced(function* (
  deps: Deps,
  request: CommandRequest,
  requester: Requester,
  interrupted: boolean,
) {
  const { visitCreator, ids, receipts, metrics } = deps
  const { commandId, command } = request
  const { owner, cookie } = requester.session
  const visit = yield* visitCreator.ensure(request.visit, owner, ids.token(96) as TabId)
  if (visit === null) {
    yield* withdraw(deps, request, requester)
    return notAdmitted("noSuchVisit")
  }
  const context = { ...requester, commandId, visit, interrupted }
  const handled = yield* handle(deps, request, requester, context)
  if ("_tag" in handled) return handled
  const result: ReceiptResult = { epoch: visit.epoch, seq: visit.head, status: 202 }
  // A request with the retiring cookie repeats the command that changed the cookie; its answer was lost.
  const changedBefore = interrupted && cookie === "retiring"
  const changedCookie = handled.cookie !== null || changedBefore
  yield* receipts.finish(owner, commandId, result, changedCookie).pipe(
    // It took effect. Losing the receipt only means that a repeat is not recognised; log it.
    Effect.catch((error) => Effect.logError("a receipt is lost", error.message)),
  )
  yield* metrics.commandHandled(command._tag, "admitted")
  const again = changedBefore ? yield* reissueCookie(deps, request, requester) : null
  return admitted(request, result, { ...handled, cookie: handled.cookie ?? again })
})

const admit = Effect.fnUntraced(
  function* (deps: Deps, request: CommandRequest, requester: Requester) {
    const { session } = requester
    const { commandId, visit, command } = request
    const now = yield* Clock.currentTimeMillis
    const body = fingerprintBody(deps.keys, { visit, command })
    const receipt = yield* deps.receipts.begin(session.owner, commandId, body, now)
    switch (receipt._tag) {
      case "Running":
        return notAdmitted("stillRunning")
      case "DifferentBody":
        return notAdmitted("differentBody")
      case "Done": {
        const cookie = yield* reissueCookie(deps, request, requester)
        return admitted(request, receipt.result, { cookie })
      }
      case "Fresh":
      case "Interrupted": {
        const interrupted = receipt._tag === "Interrupted"
        // The retiring cookie starts no new command. It may finish an interrupted one that renews the session.
        const mayRun = interrupted && COMMAND_POLICIES[command._tag].session === "renewed"
        if (session.cookie === "retiring" && !mayRun) {
          yield* withdraw(deps, request, requester)
          return notAdmitted("unauthenticated")
        }
        return yield* run(deps, request, requester, interrupted)
      }
    }
  },
  Effect.catchTag("ReceiptsUnavailable", (error) =>
    Effect.as(Effect.logError("receipts", error.message), notAdmitted("unavailable")),
  ),
  // A browser that leaves does not stop what it asked for: the receipt must tell the truth.
  Effect.uninterruptible,
)

export class Admit extends Context.Service<Admit, AdmitShape>()("gateway/Admit") {
  static readonly layer = (settings: HandlerSettings) =>
    Layer.effect(
      Admit,
      Effect.map(makeDeps(settings), (deps) =>
        Admit.of({ admit: (request, requester) => admit(deps, request, requester) }),
      ),
    )
}
