/** How the gateway's two sockets come to a service, and that the member socket comes again. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Deferred, Duration, Effect, Layer, Redacted } from "effect"
import { Server } from "socket.io"
import { afterAll, beforeAll, expect, it } from "vitest"
import { MemberId } from "@foldcast/contracts/ids"
import { ChatSockets } from "@foldcast/gateway/upstream/chat-socket"
import { MemberSockets } from "@foldcast/gateway/upstream/member-socket"
import { UpstreamKeys } from "@foldcast/gateway/upstream/upstream-keys"

const http = createServer()
// A service with all transports that socket.io has.
const server = new Server(http)

beforeAll(() => new Promise<void>((resolve) => http.listen(0, "127.0.0.1", () => resolve())))
afterAll(() => server.close())

it("the member socket and the chat socket come over WebSocket from the start, and the member socket comes again after it was cut [API-066]", async () => {
  const first: Array<string> = []
  server.engine.on("connection", ({ transport }: { readonly transport: { name: string } }) =>
    first.push(transport.name),
  )
  const config = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    key: Redacted.make("the-api-key"),
    reconnectMin: Duration.millis(10),
    reconnectMax: Duration.millis(20),
    timeout: Duration.seconds(30),
  }
  const program = Effect.gen(function* () {
    const [chat, again] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const told = {
      event: () => undefined,
      interrupted: Effect.void,
      refused: Effect.succeed(false),
    }
    yield* (yield* ChatSockets).open(
      { _tag: "Lobby", performerId: "p_1" },
      { ...told, connected: () => Effect.asVoid(Deferred.succeed(chat, undefined)) },
    )
    yield* (yield* MemberSockets).hold(MemberId.make("m-1"), {
      ...told,
      token: Effect.succeed(Redacted.make("the-token")),
      connected: (isAgain) =>
        isAgain
          ? Effect.asVoid(Deferred.succeed(again, undefined))
          : Effect.sync(() => server.of("/").disconnectSockets(true)),
    })
    yield* Deferred.await(chat)
    yield* Deferred.await(again)
  })
  server.of("/chat")
  const sockets = Layer.merge(MemberSockets.layer(config), ChatSockets.layer(config)).pipe(
    Layer.provide(UpstreamKeys.layer),
  )
  await Effect.runPromise(Effect.scoped(Effect.provide(program, sockets)))
  expect(first).toEqual(["websocket", "websocket", "websocket"])
})
