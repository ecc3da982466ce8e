/**
 * What this service asks of the media engine, by the addresses of MediaMTX's control API: to cut a session, and which
 * there are. Caller: broadcasts.ts, which decides whom it concerns and how often it is asked again.
 */
import { Data, Effect, Redacted, Schema } from "effect"
import type { BackendConfigShape } from "../config.ts"

export class EngineUnreached extends Data.TaggedError("EngineUnreached")<{
  readonly reason: string
}> {}

const ANSWER_WITHIN_MS = 2_000

const Sessions = Schema.Struct({
  items: Schema.Array(Schema.Struct({ id: Schema.String.check(Schema.isMaxLength(64)) })),
})
const decodeSessions = Schema.decodeUnknownPromise(Sessions)

export interface EngineCalls {
  /** The status: 404 where there is no such session. */
  readonly kick: (connection: string) => Effect.Effect<number, EngineUnreached>
  /** The ids of those that it has; of very many, of the first of them. */
  readonly sessions: Effect.Effect<ReadonlyArray<string>, EngineUnreached>
}

export const engineCalls = ({
  engineUrl,
  kickPath,
  sessionsPath,
  adminKey,
}: BackendConfigShape["media"]): EngineCalls => {
  const ask = <A>(method: "GET" | "POST", path: string, read: (response: Response) => Promise<A>) =>
    Effect.tryPromise({
      try: async () => {
        const response = await fetch(new URL(path, engineUrl ?? undefined), {
          method,
          redirect: "manual",
          headers: {
            ...(adminKey !== null && { Authorization: `Bearer ${Redacted.value(adminKey)}` }),
          },
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
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
    sessions: ask("GET", sessionsPath, async (response) => {
      if (!response.ok) {
        await response.body?.cancel()
        throw new Error(String(response.status))
      }
      const { items } = await decodeSessions(await response.json())
      return items.map(({ id }) => id)
    }),
  }
}
