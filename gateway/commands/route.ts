/** POST /api/commands: from the request to `202 {commandId, epoch, seq}` or a problem. */
import { Clock, Context, Effect, Layer } from "effect"
import { CommandRequest } from "@foldcast/contracts/commands/command"
import type { CommandTag } from "@foldcast/contracts/commands/command-tags"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import { Brands } from "../brand/brands.ts"
import { GatewayConfig } from "../config.ts"
import { readJson } from "../http/body.ts"
import { Browsers } from "../members/browsers.ts"
import type { HeaderReader } from "../http/origin.ts"
import type { ProblemKind } from "../problem-kinds.ts"
import { type ProblemDetails, refusal } from "../http/problem.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { Ids } from "../ids.ts"
import { EventLog, type LogUnavailable } from "../log/event-log.ts"
import { mayStore, RETRY_STORING_SECONDS, type Room } from "@foldcast/rules/storage-room"
import { rateKeyOf } from "@foldcast/rules/rate-key"
import { FreeSpace } from "../log/free-space.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { carriesAuthCookie } from "../sessions/auth-cookie.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"
import { Admit, RETRY_RUNNING_SECONDS } from "./admit.ts"

/** Characters of a user agent that anybody reads. */
const MAX_USER_AGENT = 300

/** A command's receipt and the facts that tell of it. */
const COMMAND_BYTES = 1_024

/** Nobody is kept from leaving, nor a member from coming in while there is room for members. */
const LEAVING: ReadonlyArray<CommandTag> = ["LogOut", "EndSession", "DeleteAccount"]
/** Nor from what stops a room's costs. */
const ENDING: ReadonlyArray<CommandTag> = [...LEAVING, "LeaveRoom", "StopVip"]
const EVEN_WHEN_FULL: Readonly<Record<Room, ReadonlyArray<CommandTag>>> = {
  enough: [],
  low: [...ENDING, "LogIn", "LogInWithToken", "LogInWithPasskey"],
  none: ENDING,
}

export interface CommandPost {
  readonly request: Request
  readonly header: HeaderReader
  readonly address: string
}

export interface CommandRouteShape {
  readonly post: (post: CommandPost) => Effect.Effect<Response, LogUnavailable>
}

export class CommandRoute extends Context.Service<CommandRoute, CommandRouteShape>()(
  "gateway/CommandRoute",
) {
  static readonly layer = Layer.effect(
    CommandRoute,
    Effect.gen(function* () {
      const { limits, production } = yield* GatewayConfig
      const admit = yield* Admit
      const browsers = yield* Browsers
      const brands = yield* Brands
      const rates = yield* RateLimits
      const space = yield* FreeSpace
      const log = yield* EventLog
      const visits = yield* Visits
      const metrics = yield* GatewayMetrics
      const ids = yield* Ids

      /** A refusal whose reference leads support to the visit and the position. */
      const problem = Effect.fnUntraced(function* (
        kind: ProblemKind,
        details: ProblemDetails,
        visit: LiveVisit | null,
      ) {
        const refused = refusal(ids, kind, details)
        yield* metrics.problemAnswered(kind)
        // Without a visit there is nothing to find, and a flood of refusals must write nothing.
        if (visit === null) return refused.response
        yield* log.noteReference(visit.visit, refused.problem.reference)
        return refused.response
      })

      return CommandRoute.of({
        post: Effect.fnUntraced(
          function* ({ request, header, address }) {
            const now = yield* Clock.currentTimeMillis
            const perAddress = rates.take({ commandsPerAddress: rateKeyOf(address) }, now)
            if (!perAddress.allowed) {
              const { retryAfterSeconds } = perAddress
              return yield* problem("tooMany", { retryAfterSeconds }, null)
            }
            const known = yield* browsers.identify(header)
            if (known === null) {
              // Each page brings one: a browser that shows none keeps none.
              const isCarried = carriesAuthCookie(header("cookie"), production)
              return yield* problem("unauthenticated", isCarried ? {} : { label: NO_COOKIE }, null)
            }
            const { session, proof } = known
            const perOwner = rates.take({ commandsPerOwner: session.owner }, now)
            if (!perOwner.allowed) {
              const { retryAfterSeconds } = perOwner
              return yield* problem("tooMany", { retryAfterSeconds }, null)
            }
            const asked = yield* readJson(request, CommandRequest, limits.maxCommandBytes)
            const room = space.room()
            if (
              !mayStore(room, session.member !== null) &&
              !EVEN_WHEN_FULL[room].includes(asked.command._tag)
            ) {
              const retryAfterSeconds = RETRY_STORING_SECONDS
              return yield* problem("storageFull", { retryAfterSeconds }, null)
            }
            const stored = rates.take(
              { storedBytesPerOwner: session.owner, storedBytesPerAddress: rateKeyOf(address) },
              now,
              COMMAND_BYTES,
            )
            if (!stored.allowed) {
              const { retryAfterSeconds } = stored
              return yield* problem("tooMany", { retryAfterSeconds }, null)
            }
            if (LEAVING.includes(asked.command._tag)) yield* browsers.expectNewCookie(header)
            const admission = yield* admit.admit(asked, {
              session,
              proof,
              brand: brands.of(header("host")),
              origin: header("origin") ?? "",
              clientAddress: address,
              userAgent: (header("user-agent") ?? "").slice(0, MAX_USER_AGENT),
            })
            if (admission._tag === "NotAdmitted") {
              yield* metrics.commandHandled(asked.command._tag, admission.kind)
              const { label } = admission
              const details = {
                ...(label !== undefined && { label }),
                ...(admission.kind === "stillRunning" && {
                  retryAfterSeconds: RETRY_RUNNING_SECONDS,
                }),
              }
              const visit = visits.get(asked.visit)
              const own = visit !== undefined && visit.owner === session.owner ? visit : null
              return yield* problem(admission.kind, details, own)
            }
            const headers = new Headers({
              "Content-Type": "application/json",
              "Cache-Control": "no-store",
            })
            if (admission.cookie !== null) {
              headers.append("Set-Cookie", browsers.setCookie(admission.cookie))
            }
            return new Response(JSON.stringify(admission.body), { status: 202, headers })
          },
          Effect.catchTag("BodyRefused", ({ kind, label }) => problem(kind, { label }, null)),
          Effect.catchTag("SessionsUnavailable", (error) =>
            Effect.andThen(
              Effect.logError("sessions", error.message),
              problem("unavailable", {}, null),
            ),
          ),
        ),
      })
    }),
  )
}
