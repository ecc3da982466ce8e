import { once } from "node:events"
import { type AddressInfo, createServer, Server } from "node:net"
import { expect, it, vi } from "vitest"
import { claimPort, freePort, SEARCHED_PORTS } from "./ports.ts"

const listen = async (port: number): Promise<Server> => {
  const server = createServer().listen(port, "127.0.0.1")
  await once(server, "listening")
  return server
}

it("a taken port is named together with the setting that moves it", async () => {
  const server = await listen(0)
  const { port } = server.address() as AddressInfo
  await expect(claimPort("SIMULATORS_PORT", "127.0.0.1", port)).rejects.toThrow(
    new RegExp(`^Port ${port} is taken .* set SIMULATORS_PORT to another port`, "u"),
  )
  server.close()
})

it("a free port is one that no outgoing connection can be given, and never the same one twice", async () => {
  const ports = [await freePort("127.0.0.1"), await claimPort("PORT", "127.0.0.1", 0)]
  expect(new Set(ports).size).toBe(2)
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(SEARCHED_PORTS.first)
    expect(port).toBeLessThanOrEqual(SEARCHED_PORTS.last)
  }
})

it("a free port is never one on which somebody listens", async () => {
  const first = await freePort("127.0.0.1")
  const taken = [first + 1, first + 2, first + 3]
  const neighbours = await Promise.all(taken.map((port) => listen(port).catch(() => null)))
  const next = await freePort("127.0.0.1")
  expect(taken).not.toContain(next)
  ;(await listen(next)).close()
  for (const neighbour of neighbours) neighbour?.close()
})

it("a free port is none that the system reserves", async () => {
  const before = await freePort("127.0.0.1")
  const reserved = vi.spyOn(Server.prototype, "listen").mockImplementationOnce(function (
    this: Server,
  ) {
    process.nextTick(() => {
      this.emit("error", Object.assign(new Error("listen EACCES"), { code: "EACCES" }))
    })
    return this
  })
  const next = await freePort("127.0.0.1")
  reserved.mockRestore()
  expect(next).not.toBe(before + 1)
})
