/**
 * What this service asks of the media engine, by the addresses of MediaMTX's control API: to cut a session, which
 * there are, and whether it is there at all.
 */
import { Data, Effect, Option, Redacted, Schema } from "effect"
import { boundedBytes } from "@foldcast/limits/bounded-bytes"
import type { BackendConfigShape } from "../config.ts"

export class EngineUnreached extends Data.TaggedError("EngineUnreached")<{
  readonly reason: string
}> {}

const ANSWER_WITHIN_MS = 2_000
/** Whoever pays waits for it. */
const THERE_WITHIN_MS = 1_500

/** Some thousand sessions, as MediaMTX describes them. */
const MOST_BYTES = 4_000_000

const Listed = Schema.Struct({ items: Schema.Array(Schema.Unknown) })
const decodeListed = Schema.decodeUnknownPromise(Schema.fromJsonString(Listed))
/** As the engine names a session and what it shows, wherever it does. */
export const SessionId = Schema.String.check(Schema.isBetweenLength(1, 128))
export const SessionPath = Schema.String.check(Schema.isBetweenLength(1, 160))
const Session = Schema.Struct({ id: SessionId, path: SessionPath })
const decodeSession = Schema.decodeUnknownOption(Session)

export type SessionSeen = typeof Session.Type

export interface EngineCalls {
  /** The status: 404 where there is no such session. */
  readonly kick: (connection: string) => Effect.Effect<number, EngineUnreached>
  /** Whether it answers. What stands before it says 5xx for one that is gone. */
  readonly isThere: Effect.Effect<boolean>
  /** Those that it has; of very many, the first of them. What is no session of ours by its looks is left out. */
  readonly sessions: Effect.Effect<ReadonlyArray<SessionSeen>, EngineUnreached>
}

export const engineCalls = ({
  engineUrl,
  kickPath,
  sessionsPath,
  adminKey,
}: BackendConfigShape["media"]): EngineCalls => {
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
      catch: (error) => new EngineUnreached({ reason: String(error) }),
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
      const bytes = await boundedBytes(response, MOST_BYTES)
      if (bytes === null) throw new Error("too long")
      const { items } = await decodeListed(bytes.toString())
      return items.flatMap((item) => Option.toArray(decodeSession(item)))
    }),
  }
}
