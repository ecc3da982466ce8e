/**
 * The calls to the media engine: by MediaMTX's control API list sessions, cut one, and ask whether the engine is there;
 * and cue a reaction of a drawn loop, which only the embedded engine knows.
 */
import { Data, Effect, Option, Redacted, Schema } from "effect"
import { boundedBytes } from "@foldcast/limits/bounded-bytes"
import type { BackendConfigShape } from "../../config.ts"

export class EngineUnreachable extends Data.TaggedError("EngineUnreached")<{
  readonly reason: string
}> {}

const ANSWER_WITHIN_MS = 2_000
/** Paying viewers wait for it. */
const THERE_WITHIN_MS = 1_500

/** Some thousand sessions, as MediaMTX describes them. */
const MAX_BYTES = 4_000_000

const Listed = Schema.Struct({ items: Schema.Array(Schema.Unknown) })
const decodeListed = Schema.decodeUnknownPromise(Schema.fromJsonString(Listed))
/** The engine's names of a session and of its path. */
export const EngineSessionId = Schema.String.check(Schema.isBetweenLength(1, 128))
export const EngineSessionPath = Schema.String.check(Schema.isBetweenLength(1, 160))
const Session = Schema.Struct({ id: EngineSessionId, path: EngineSessionPath })
const decodeSession = Schema.decodeUnknownOption(Session)

export type ListedEngineSession = typeof Session.Type

export interface EngineControlApi {
  /** Answers the HTTP status; 404: there is no such session. */
  readonly kick: (connection: string) => Effect.Effect<number, EngineUnreachable>
  /** Has viewers of her loop see this reaction of it. Another engine has no loops, and answers 404. */
  readonly cue: (performerId: string, reaction: string) => Effect.Effect<void, EngineUnreachable>
  /** Whether it answers. A proxy before it answers 5xx while the engine is gone. */
  readonly isThere: Effect.Effect<boolean>
  /** The first page of its sessions. Items that do not look like sessions are left out. */
  readonly sessions: Effect.Effect<ReadonlyArray<ListedEngineSession>, EngineUnreachable>
}

export const engineControlApi = ({
  engineUrl,
  kickPath,
  sessionsPath,
  adminKey,
}: BackendConfigShape["media"]): EngineControlApi => {
  const ask = <A>(
    method: "GET" | "POST",
    path: string,
    read: (response: Response) => Promise<A>,
    withinMs = ANSWER_WITHIN_MS,
  ) =>
    Effect.tryPromise({
      try: async () => {
        const response = await fetch(new URL(path, engineUrl ?? undefined), {
          method,
          redirect: "manual",
          headers: {
            ...(adminKey !== null && { Authorization: `Bearer ${Redacted.value(adminKey)}` }),
          },
          signal: AbortSignal.timeout(withinMs),
        })
        return await read(response)
      },
      catch: (error) => new EngineUnreachable({ reason: String(error) }),
    })
  return {
    kick: (connection) =>
      ask(
        "POST",
        kickPath.replace("{id}", encodeURIComponent(connection)),
        async ({ status, body }) => {
          await body?.cancel()
          return status
        },
      ),
    cue: (performerId, reaction) =>
      ask(
        "POST",
        `/v3/loops/cue/live/${encodeURIComponent(performerId)}/${reaction}`,
        async ({ body }) => {
          await body?.cancel()
        },
      ),
    isThere: ask(
      "GET",
      sessionsPath,
      async ({ status, body }) => {
        await body?.cancel()
        return status < 500
      },
      THERE_WITHIN_MS,
    ).pipe(Effect.orElseSucceed(() => false)),
    sessions: ask("GET", sessionsPath, async (response) => {
      if (!response.ok) {
        await response.body?.cancel()
        throw new Error(String(response.status))
      }
      const bytes = await boundedBytes(response, MAX_BYTES)
      if (bytes === null) throw new Error("too long")
      const { items } = await decodeListed(bytes.toString())
      return items.flatMap((item) => Option.toArray(decodeSession(item)))
    }),
  }
}
