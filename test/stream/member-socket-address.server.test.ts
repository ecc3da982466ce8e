/**
 * The address at which the gateway connects to the member socket, tested with a real one that has only its own
 * namespace.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Deferred, Duration, Effect, Layer, Redacted } from "effect"
import { Server } from "socket.io"
import { expect, it } from "vitest"
import { MemberId } from "@foldcast/contracts/ids"
import { MemberSockets } from "@foldcast/gateway/upstream/member-socket"
import { UpstreamKeys } from "@foldcast/gateway/upstream/upstream-keys"

const second = Duration.seconds(1)

it.each([
  ["", "/socket.io"],
  ["/", "/socket.io"],
  ["/v1", "/v1/socket.io"],
  ["/members/v1/", "/members/v1/socket.io"],
])("the member socket is asked for under the base path %j", async (base, path) => {
  const http = createServer()
  const server = new Server(http, { path })
  const shown: Array<unknown> = []
  server.on("connection", ({ handshake }) => shown.push(handshake.auth["token"]))
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", () => resolve()))
  const { port } = http.address() as AddressInfo
  const program = Effect.gen(function* () {
    const connected = yield* Deferred.make<void>()
    yield* (yield* MemberSockets).hold(MemberId.make("m-1"), {
      token: Effect.succeed(Redacted.make("the-token")),
      event: () => Effect.void,
      connected: () => Effect.asVoid(Deferred.succeed(connected, undefined)),
      interrupted: Effect.void,
      refused: Effect.succeed(false),
    })
    yield* Deferred.await(connected)
  })
  const sockets = MemberSockets.layer({
    url: `http://127.0.0.1:${port}${base}`,
    key: Redacted.make("the-api-key"),
    reconnectMin: second,
    reconnectMax: second,
    timeout: Duration.seconds(30),
  }).pipe(Layer.provide(UpstreamKeys.layer))
  await Effect.runPromise(Effect.scoped(Effect.provide(program, sockets)))
  await server.close()
  expect(shown).toEqual(["the-token"])
})
