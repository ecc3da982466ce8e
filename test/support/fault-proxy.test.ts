/** What the proxy does to bytes and connection ends, mode by mode; with timers that the test controls. */
import { createConnection, createServer, type Server, type Socket } from "node:net"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type FaultMode, faultProxy, type FaultProxy, type Way } from "./fault-proxy.ts"

const BOTH = [
  ["up", "a server"],
  ["down", "a client"],
] as const

const soon = <A>(fact: () => A) => expect.poll(fact, { interval: 1 })

/** One end of a connection, and the bytes it received. */
interface End {
  readonly socket: Socket
  /** Chunks in the order they arrived. */
  readonly chunks: Array<string>
  state: "open" | "ended" | "torn down"
}

const endOf = (socket: Socket): End => {
  const end: End = { socket, chunks: [], state: "open" }
  socket.on("data", (chunk: Buffer) => end.chunks.push(chunk.toString()))
  socket.on("end", () => (end.state = "ended"))
  socket.on("error", () => (end.state = "torn down"))
  return end
}

describe("the fault proxy", () => {
  let server: Server
  let accepted: Array<End>
  let proxy: FaultProxy
  let client: End
  let later: Array<{ readonly run: () => void; readonly ms: number }>

  beforeEach(async () => {
    // Each test has its own list: events of a torn-down connection may arrive after its test.
    const own: Array<End> = []
    accepted = own
    later = []
    server = createServer({ allowHalfOpen: true }, (socket) => own.push(endOf(socket)))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    proxy = await faultProxy(
      { host: "127.0.0.1", port },
      { later: (run, ms) => void later.push({ run, ms }) },
    )
    const socket = createConnection({ host: "127.0.0.1", port: proxy.port, allowHalfOpen: true })
    client = endOf(socket)
    socket.write("hello")
    await soon(() => accepted[0]?.chunks.join("")).toBe("hello")
    accepted[0]?.chunks.splice(0)
  })
  afterEach(async () => {
    for (const { socket } of [client, ...accepted]) socket.destroy()
    await proxy.close()
    server.close()
  })

  const ends = (way: Way) => {
    const [accept] = accepted
    if (accept === undefined) throw new Error("nobody was accepted")
    return way === "up" ? { from: client, to: accept } : { from: accept, to: client }
  }
  /** Sends under a mode, and waits until the bytes reach the proxy. */
  const sent = async (way: Way, mode: FaultMode, text: string) => {
    proxy.set(mode, way)
    const before = proxy.arrived(way)
    const both = ends(way)
    both.from.socket.write(text)
    await soon(() => proxy.arrived(way)).toBe(before + text.length)
    return both
  }
  const received = ({ chunks }: End) => chunks.join("")
  const elapse = () => later.splice(0).map(({ run, ms }) => (run(), ms))

  it.each(BOTH)("passes bytes and the end of a side on, %s to %s", async (way) => {
    const { from, to } = await sent(way, "pass", "abc")
    from.socket.end()
    await soon(() => to.state).toBe("ended")
    expect(received(to)).toBe("abc")
    expect(from.state).toBe("open")
  })

  it.each(BOTH)("stalls bytes until they pass, %s to %s", async (way) => {
    proxy.set("stall", way)
    const { from, to } = ends(way)
    from.socket.write("abc")
    // The other direction is open, and bytes sent on it later have arrived.
    to.socket.write("meanwhile")
    await soon(() => received(from)).toBe("meanwhile")
    expect(received(to)).toBe("")
    proxy.set("pass", way)
    await soon(() => received(to)).toBe("abc")
  })

  it.each(BOTH)("drops bytes and ends, and keeps the connection, %s to %s", async (way) => {
    const { from, to } = await sent(way, "drop", "lost")
    proxy.set("pass", way)
    from.socket.write("kept")
    await soon(() => received(to)).toBe("kept")
    proxy.set("drop", way)
    from.socket.end()
    to.socket.write("still here")
    await soon(() => received(from)).toBe("still here")
    expect([from.state, to.state]).toEqual(["open", "open"])
  })

  it.each(BOTH)("leaves a line half open: %s to %s is gone, and nobody is told", async (way) => {
    const { from, to } = ends(way)
    proxy.set("half-open", way)
    await soon(() => to.state).toBe("torn down")
    await sent(way, "half-open", "to nobody")
    expect(from.state).toBe("open")
  })

  it("tears connections down, new ones too", async () => {
    proxy.set("reset")
    await soon(() => [client.state, accepted[0]?.state]).toEqual(["torn down", "torn down"])
    const next = endOf(createConnection({ host: "127.0.0.1", port: proxy.port }))
    await soon(() => next.state).toBe("torn down")
  })

  it.each(BOTH)("delays bytes in their order, and the end after them, %s to %s", async (way) => {
    const { from, to } = await sent(way, { delayMs: 250 }, "first")
    await sent(way, { delayMs: 250 }, "second")
    from.socket.end()
    await soon(() => later.length).toBe(4)
    expect(received(to)).toBe("")
    expect(new Set(elapse())).toEqual(new Set([250]))
    await soon(() => to.state).toBe("ended")
    expect(received(to)).toBe("firstsecond")
  })

  it.each(BOTH)("passes so many bytes on at a time, %s to %s", async (way) => {
    const { to } = await sent(way, { pace: { bytes: 2, everyMs: 10 } }, "abcde")
    for (const so of ["ab", "abcd", "abcde"]) {
      expect(elapse()).toEqual([10])
      await soon(() => received(to)).toBe(so)
    }
    expect(to.chunks).toEqual(["ab", "cd", "e"])
    expect(later).toEqual([])
  })

  it("drops what was to come later once the line is good again", async () => {
    const { to } = await sent("up", { delayMs: 250 }, "abc")
    proxy.set("pass")
    await soon(() => received(to)).toBe("abc")
    elapse()
    await sent("up", "stall", "")
    expect(received(to)).toBe("abc")
  })
})
