/**
 * Asks the chat service whether a session may be: the engine holds no key of its own and decides nothing. The
 * question has MediaMTX's form, so that another engine can ask it too (docs/media.md). Invariant: a token goes to
 * the hook and nowhere else.
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
  /** The drawn loop for this viewer where nobody publishes. */
  readonly loop: string | null
}

/** It may not be: the same whatever the reason. */
export class AccessDenied extends Data.TaggedError("AccessDenied") {}

/** Nobody could say: it may be tried again. */
export class HookUnavailable extends Data.TaggedError("HookUnavailable")<{
  readonly reason: string
}> {}

/** No answer in time: it may be tried again, but the hook may yet allow what nobody waits for. */
export class HookTimedOut extends Data.TaggedError("HookTimedOut") {}

/** Nobody can say, until whoever runs the engine gives it the right key. */
export class HookKeyRejected extends Data.TaggedError("HookKeyRejected") {}

export interface AuthoriserShape {
  readonly authorise: (
    question: AuthorisationRequest,
  ) => Effect.Effect<Authorisation, HookTimedOut | HookUnavailable | HookKeyRejected | AccessDenied>
}

const TIMEOUT = "3 seconds"
const MAX_ANSWER = 4_096
const LONGEST_NAME = 64

const Answer = Schema.Struct({
  loop: Schema.optional(
    Schema.NullOr(
      Schema.String.check(Schema.isPattern(new RegExp(`^[\\w-]{1,${LONGEST_NAME}}$`, "u"))),
    ),
  ),
})
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Answer))

/** An answer without JSON allows as well, as MediaMTX has it. */
const loopIn = (text: string): string | null => {
  if (text.length > MAX_ANSWER) return null
  const answer = decode(text)
  return answer._tag === "Some" ? (answer.value.loop ?? null) : null
}

const post = (options: HookOptions, question: AuthorisationRequest) =>
  Effect.tryPromise({
    try: async (signal) => {
      const asked = {
        ...question,
        protocol: "webrtc",
        query: "",
        user: "",
        password: "",
      }
      const response = await postJson(options, asked, signal)
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
      authorise: Effect.fnUntraced(function* (question) {
        const { status, text } = yield* post(options, question)
        if (options.hookKey.noteStatus(status)) return yield* new HookKeyRejected()
        if (status >= 200 && status < 300) return { loop: loopIn(text) }
        if (status >= 500) return yield* new HookUnavailable({ reason: String(status) })
        return yield* new AccessDenied()
      }),
    })
}
