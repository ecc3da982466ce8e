/** One connection that carries calls, whose library notices that it is dead. */
import { io } from "socket.io-client"
import { expect, it } from "vitest"
import { CallConnection } from "./call-connection.ts"
import { NotSent } from "./call-outcome.ts"
import { socketProvider } from "./member-api-providers.fixture.ts"

it("a call over a connection that was just found dead is not kept for a later one, and was not sent", async () => {
  const provider = await socketProvider()
  const socket = io(`${provider.url}/api`, { transports: ["websocket"], forceNew: true })
  let isRetired = false
  const connection = new CallConnection(socket, 30_000, () => {
    isRetired = true
  })
  await connection.opened
  // As the library does while no ping came for too long.
  Object.assign(socket.io.engine, { _hasPingExpired: () => true })
  await expect(connection.ask("POST", { path: "/login" }, 30_000)).rejects.toBeInstanceOf(NotSent)
  expect(isRetired).toBe(true)
  Object.assign(socket.io.engine, { _hasPingExpired: () => false })
  socket.disconnect().connect()
  await new Promise<void>((resolve) => socket.once("connect", resolve))
  await socket.timeout(30_000).emitWithAck("GET", { path: "/credits" })
  expect(provider.seen.map(({ path }) => path)).toEqual(["/credits"])
  connection.close()
  await expect(connection.ask("GET", {}, 30_000)).rejects.toBeInstanceOf(NotSent)
  await provider.close()
})
