/**
 * Asks the chat service whether a session is allowed; the engine verifies no token itself. The request has MediaMTX's form,
 * so that another engine can make it too (docs/media.md).
 *
 * Invariant: a token goes to the hook and nowhere else.
 */
import { Context, Data, Effect, Layer, Schema } from "effect"
import { type HookOptions, postJson } from "./post-json.ts"

export interface AuthorisationRequest {
  readonly token: string
  readonly action: "publish" | "read"
  readonly path: string
  readonly id: string
  readonly ip: string
}

export interface Authorisation {
  /** The drawn loop that this viewer is sent where nobody publishes. */
  readonly loop: string | null
}

/** The hook does not say why. */
export class AccessDenied extends Data.TaggedError("AccessDenied") {}

/** The hook does not answer or fails; another try may succeed. */
export class HookUnavailable extends Data.TaggedError("HookUnavailable")<{
  readonly reason: string
}> {}

/** The hook may still allow a session that nobody waits for any more; another try may succeed. */
export class HookTimedOut extends Data.TaggedError("HookTimedOut") {}

/** The hook refuses the engine's key (MEDIA_AUTH_KEY): no try succeeds before that is right. */
export class HookKeyRejected extends Data.TaggedError("HookKeyRejected") {}

export interface AuthoriserShape {
  readonly authorise: (
    request: AuthorisationRequest,
  ) => Effect.Effect<Authorisation, HookTimedOut | HookUnavailable | HookKeyRejected | AccessDenied>
}

const TIMEOUT = "3 seconds"
const MAX_ANSWER = 4_096
const MAX_LOOP_NAME = 64

const Answer = Schema.Struct({
  loop: Schema.optional(
    Schema.NullOr(
      Schema.String.check(Schema.isPattern(new RegExp(`^[\\w-]{1,${MAX_LOOP_NAME}}$`, "u"))),
    ),
  ),
})
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Answer))

/** An answer without JSON allows too, as with MediaMTX. */
const loopIn = (text: string): string | null => {
  if (text.length > MAX_ANSWER) return null
  const answer = decode(text)
  return answer._tag === "Some" ? (answer.value.loop ?? null) : null
}

const post = (options: HookOptions, request: AuthorisationRequest) =>
  Effect.tryPromise({
    try: async (signal) => {
      const body = {
        ...request,
        protocol: "webrtc",
        query: "",
        user: "",
        password: "",
      }
      const response = await postJson(options, body, signal)
      return { status: response.status, text: await response.text() }
    },
    catch: () => new HookUnavailable({ reason: "unreachable" }),
  }).pipe(
    Effect.timeoutOrElse({
      duration: TIMEOUT,
      orElse: () => Effect.fail(new HookTimedOut()),
    }),
  )

export class Authoriser extends Context.Service<Authoriser, AuthoriserShape>()("media/Authoriser") {
  static readonly layer = (options: HookOptions) =>
    Layer.succeed(Authoriser, {
      authorise: Effect.fnUntraced(function* (request) {
        const { status, text } = yield* post(options, request)
        if (options.hookKey.noteStatus(status)) return yield* new HookKeyRejected()
        if (status >= 200 && status < 300) return { loop: loopIn(text) }
        if (status >= 500) return yield* new HookUnavailable({ reason: String(status) })
        return yield* new AccessDenied()
      }),
    })
}
