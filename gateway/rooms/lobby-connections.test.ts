import { Clock, Deferred, Effect, Fiber, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Fatal } from "../fatal.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import { ChatSockets } from "../upstream/chat-socket.ts"
import type { SocketListener } from "../upstream/reconnecting-socket.ts"
import type { ChatCalls } from "./chat-calls.ts"
import { makeLobbyConnections } from "./lobby-connections.ts"
import { PendingActions } from "./pending-actions.ts"
import { RoomSessions } from "./room-sessions.ts"

describe("the lobby connections", () => {
  it("keep a lobby whose socket is being opened: nobody watches it yet, but somebody joins it", () =>
    Effect.gen(function* () {
      const opening = yield* Deferred.make<void>()
      const opened: Array<SocketListener> = []
      const sockets = {
        open: (_: unknown, listener: SocketListener) =>
          Effect.suspend(() => {
            opened.push(listener)
            return Effect.as(Deferred.await(opening), { emit: () => true, close: Effect.void })
          }),
        count: () => opened.length,
      }
      const lobbies = yield* makeLobbyConnections({
        sessions: new RoomSessions(),
        pending: new PendingActions(),
        calls: {} as ChatCalls,
        listener: { onInterrupted: () => Effect.void, onRestored: () => Effect.void },
      }).pipe(
        Effect.provide(
          Layer.mergeAll(
            Layer.succeed(ChatSockets, sockets),
            Layer.succeed(Pipeline, {} as PipelineShape),
            Fatal.layer,
          ),
        ),
      )
      const enter = (name: string) =>
        Effect.forkChild(
          lobbies.join("p7", (join) => Effect.succeed(`${name} ${join?.connection}`)),
          { startImmediately: true },
        )
      const first = yield* enter("first")
      expect(opened).toHaveLength(1)
      yield* lobbies.sweep(yield* Clock.currentTimeMillis)
      const second = yield* enter("second")
      expect(opened).toHaveLength(1)
      yield* Deferred.succeed(opening, undefined)
      yield* opened[0]?.connected(false, "c1") ?? Effect.void
      expect([yield* Fiber.join(first), yield* Fiber.join(second)]).toEqual([
        "first c1",
        "second c1",
      ])
    }).pipe(Effect.runPromise))
})
