/** POST /api/commands: from the request to `202 {commandId, epoch, seq}` or a problem. */
import { Clock, Data, Effect } from "effect"
import { Hono } from "hono"
import { COMMAND_POLICIES, CommandRequest } from "@foldcast/contracts/commands/command"
import type { CommandPolicy, WhenFull } from "@foldcast/contracts/commands/command-declaration"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import type { RateVerdict } from "@foldcast/limits/rate-windows"
import { Brands } from "../brand/brands.ts"
import { GatewayConfig } from "../config.ts"
import { readJson } from "../http/body.ts"
import { Browsers } from "../members/browsers.ts"
import type { HeaderReader } from "../http/origin.ts"
import type { ProblemKind } from "../problem-kinds.ts"
import { type ProblemDetails, refusal } from "../http/problem.ts"
import { RateLimits } from "../http/rate-limits.ts"
import type { AppEnvironment, Responder } from "../http/responder.ts"
import { Ids } from "../ids.ts"
import { VisitIndex } from "../log/visit-index.ts"
import { referenceTerm } from "../log/search-terms.ts"
import { mayStore, RETRY_STORING_SECONDS, type StorageLevel } from "@foldcast/limits/storage-level"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { FreeSpace } from "../log/free-space.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { consentOf } from "../http/page-traits.ts"
import { carriesAuthCookie } from "../sessions/auth-cookie.ts"
import { writeDialInCookie } from "../sessions/dial-in-cookie.ts"
import type { ResolvedSession } from "../sessions/session-store.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"
import { Admit, type Admission, RETRY_RUNNING_SECONDS } from "./admit.ts"

/** Characters of a user agent that anybody reads. */
const MAX_USER_AGENT = 300

/** A command's receipt and the facts that tell of it. */
const COMMAND_BYTES = 1_024

/** Nobody is kept from leaving, nor a member from logging in while there is room for members. */
const ALLOWED: Readonly<Record<StorageLevel, ReadonlyArray<WhenFull>>> = {
  enough: ["refused", "allowedWhileLow", "allowed"],
  low: ["allowedWhileLow", "allowed"],
  none: ["allowed"],
}

interface CommandPost {
  readonly request: Request
  readonly header: HeaderReader
  readonly address: string
}

/** The request is answered with this problem. `visit`: by which support finds what happened; null where there is none. */
class CommandRefused extends Data.TaggedError("CommandRefused")<{
  readonly kind: ProblemKind
  readonly details: ProblemDetails
  readonly visit: LiveVisit | null
}> {}

const refuse = (kind: ProblemKind, details: ProblemDetails = {}, visit: LiveVisit | null = null) =>
  new CommandRefused({ kind, details, visit })

const makeDeps = Effect.gen(function* () {
  return {
    config: yield* GatewayConfig,
    admission: yield* Admit,
    browsers: yield* Browsers,
    brands: yield* Brands,
    rates: yield* RateLimits,
    space: yield* FreeSpace,
    index: yield* VisitIndex,
    visits: yield* Visits,
    metrics: yield* GatewayMetrics,
    ids: yield* Ids,
  }
})
type Deps = Effect.Success<typeof makeDeps>

const requireRate = (verdict: RateVerdict) =>
  verdict.allowed
    ? Effect.void
    : Effect.fail(refuse("tooMany", { retryAfterSeconds: verdict.retryAfterSeconds }))

const requireSession = Effect.fnUntraced(function* (
  { browsers, config }: Deps,
  header: HeaderReader,
) {
  const known = yield* browsers.identify(header)
  if (known !== null) return known
  // Each page brings a cookie: a browser that shows none keeps none.
  const isCarried = carriesAuthCookie(header("cookie"), config.production)
  return yield* refuse("unauthenticated", isCarried ? {} : { label: NO_COOKIE })
})

const requireSpace = (
  { space }: Deps,
  { member }: ResolvedSession,
  { whenFull }: CommandPolicy,
) => {
  const level = space.level()
  return mayStore(level, member !== null) || ALLOWED[level].includes(whenFull)
    ? Effect.void
    : Effect.fail(refuse("storageFull", { retryAfterSeconds: RETRY_STORING_SECONDS }))
}

/** Everything that a command must pass before it is admitted, cheapest first. */
const readCommand = Effect.fnUntraced(function* (
  deps: Deps,
  { request, header, address }: CommandPost,
) {
  const { rates, config } = deps
  const now = yield* Clock.currentTimeMillis
  const byAddress = rateKeyOf(address)
  yield* requireRate(rates.take({ commandsPerAddress: byAddress }, now))
  const { session, proof } = yield* requireSession(deps, header)
  const { owner } = session
  yield* requireRate(rates.take({ commandsPerOwner: owner }, now))
  const command = yield* readJson(request, CommandRequest, config.limits.maxCommandBytes)
  yield* requireSpace(deps, session, COMMAND_POLICIES[command.command._tag])
  const stored = { storedBytesPerOwner: owner, storedBytesPerAddress: byAddress }
  yield* requireRate(rates.take(stored, now, COMMAND_BYTES))
  return { command, session, proof }
})

const notAdmitted = Effect.fnUntraced(function* (
  { metrics, visits }: Deps,
  { command, visit: named }: CommandRequest,
  { owner }: ResolvedSession,
  { kind, label }: Extract<Admission, { readonly _tag: "NotAdmitted" }>,
) {
  yield* metrics.commandHandled(command._tag, kind)
  const visit = visits.get(named)
  const details = {
    ...(label !== undefined && { label }),
    ...(kind === "stillRunning" && { retryAfterSeconds: RETRY_RUNNING_SECONDS }),
  }
  return yield* refuse(kind, details, visit?.owner === owner ? visit : null)
})

const accepted = (
  { browsers, config }: Deps,
  { body, cookie, call }: Extract<Admission, { readonly _tag: "Admitted" }>,
) => {
  const headers = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" })
  if (cookie !== null) headers.append("Set-Cookie", browsers.setCookie(cookie))
  if (call !== undefined) headers.append("Set-Cookie", writeDialInCookie(call, config.production))
  return new Response(JSON.stringify(body), { status: 202, headers })
}

/** A refusal whose reference leads support to the visit and the position. */
const problem = Effect.fnUntraced(function* (
  { ids, index, metrics }: Deps,
  { kind, details, visit }: Pick<CommandRefused, "kind" | "details" | "visit">,
) {
  const refused = refusal(ids, kind, details)
  yield* metrics.problemAnswered(kind)
  // Without a visit there is nothing to find, and a flood of refusals must write nothing.
  if (visit === null) return refused.response
  yield* index.noteTerm(visit.visit, referenceTerm(refused.problem.reference))
  return refused.response
})

const admitPost = Effect.fnUntraced(function* (deps: Deps, post: CommandPost) {
  const { header, address } = post
  const { command, session, proof } = yield* readCommand(deps, post)
  const { session: cookieEffect } = COMMAND_POLICIES[command.command._tag]
  if (cookieEffect === "ended") yield* deps.browsers.expectNewCookie(header)
  const admission = yield* deps.admission.admit(command, {
    session,
    proof,
    brand: deps.brands.of(header("host")),
    origin: header("origin") ?? "",
    clientAddress: address,
    userAgent: (header("user-agent") ?? "").slice(0, MAX_USER_AGENT),
    hasConsented: consentOf(header("cookie")) === "accepted",
  })
  return admission._tag === "Admitted"
    ? accepted(deps, admission)
    : yield* notAdmitted(deps, command, session, admission)
})

const answerPost = (deps: Deps, post: CommandPost) =>
  admitPost(deps, post).pipe(
    Effect.catchTags({
      CommandRefused: (refused) => problem(deps, refused),
      BodyRefused: ({ kind, label }) => problem(deps, refuse(kind, { label })),
      SessionsUnavailable: (error) =>
        Effect.andThen(
          Effect.logError("sessions", error.message),
          problem(deps, refuse("unavailable")),
        ),
    }),
  )

export const commandRoutes = ({ answer, ownPosts, requesterOf }: Responder) =>
  Effect.map(makeDeps, (deps) =>
    new Hono<AppEnvironment>().post("/api/commands", ownPosts, (context) =>
      answer(answerPost(deps, { request: context.req.raw, ...requesterOf(context) })),
    ),
  )
