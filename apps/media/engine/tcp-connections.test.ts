/** A session's connections over TCP, to clients that do with them what they like. */
import { once } from "node:events"
import { createConnection, type Socket } from "node:net"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { encodeTcpFrame, TcpPassiveProtocol } from "werift"
import type { SocketAddress } from "./known-senders.ts"
import { currentScope, type SessionScope, runInScope } from "./session-scope.ts"
import { limitTcp } from "./tcp-connections.ts"

const WAIT = { timeout: 20_000, interval: 10 }
const HOST = "127.0.0.1"

describe("a session's connections over TCP", () => {
  let protocol: TcpPassiveProtocol
  const heard: Array<Buffer> = []
  const broken: Array<unknown> = []
  const scope: SessionScope = { onError: (error) => broken.push(error) }
  /** Whose each frame and each end was. */
  const owners: Array<SessionScope | undefined> = []
  const clients: Array<Socket> = []
  let isKnown: (address: SocketAddress) => boolean
  beforeEach(async () => {
    heard.length = 0
    owners.length = 0
    isKnown = () => true
    await runInScope(scope, () => {
      protocol = new TcpPassiveProtocol()
      limitTcp(protocol, {
        isKnown: (address) => isKnown(address),
        receive: (frame) => {
          heard.push(frame)
          owners.push(currentScope())
        },
        ...scope,
      })
      return protocol.connectionMade(HOST)
    })
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy()
    await protocol.close()
    expect(broken).toEqual([])
  })

  const connected = async (): Promise<Socket> => {
    const client = createConnection(protocol.listeningPort, HOST)
    clients.push(client.on("error", () => undefined))
    await once(client, "connect")
    return client
  }
  const theirs = (): ReadonlyArray<{
    readonly socket: Socket
    readonly remoteAddr?: SocketAddress
  }> => [...protocol["sockets"].values()]
  const addressOf = ({ localPort = 0 }: Socket): SocketAddress => [HOST, localPort]

  it("buffer a limited amount for a client that reads nothing, and drop the rest", async () => {
    const client = await connected()
    client.pause()
    await expect.poll(() => theirs().length, WAIT).toBe(1)
    const [entry] = theirs()
    const frame = Buffer.alloc(1_200, 0x80)
    for (let time = 0; time < 30_000; time += 1) {
      await protocol.sendData(frame, addressOf(client))
    }
    expect(entry?.socket.writableLength).toBeGreaterThan(100_000)
    expect(entry?.socket.writableLength).toBeLessThan(262_144 + 2_048)
  })

  it("ignore a client that has disconnected, without an error", async () => {
    const client = await connected()
    await expect.poll(() => theirs().length, WAIT).toBe(1)
    const closed: Array<SocketAddress> = []
    protocol.onConnectionClosed.subscribe((address) => closed.push(address))
    const address = addressOf(client)
    client.resetAndDestroy()
    while (closed.length === 0) {
      expect(await protocol.sendData(Buffer.alloc(1_000), address)).toBeUndefined()
      await new Promise(setImmediate)
    }
    expect(closed).toEqual([address])
    expect(await protocol.sendData(Buffer.alloc(1_000), address)).toBeUndefined()
    expect(await protocol.sendData(Buffer.alloc(1_000), ["192.0.2.1", 9])).toBeUndefined()
  })

  it("belong to their session, whatever is sent over them and whenever they end", async () => {
    protocol.onConnectionClosed.subscribe(() => owners.push(currentScope()))
    const client = await connected()
    client.write(encodeTcpFrame(Buffer.of(1)))
    await expect.poll(() => owners.length, WAIT).toBe(1)
    client.destroy()
    await expect.poll(() => owners, WAIT).toEqual([scope, scope])
  })

  it("end where the client is not known within five seconds, and stay open where it is", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      const [stranger, friend] = [await connected(), await connected()]
      await expect.poll(() => theirs().length, WAIT).toBe(2)
      const [, port] = addressOf(friend)
      isKnown = (address) => address[1] === port
      vi.advanceTimersByTime(4_999)
      expect(theirs().filter(({ socket }) => socket.destroyed)).toEqual([])
      vi.advanceTimersByTime(1)
      await once(stranger.resume(), "close")
      friend.write(encodeTcpFrame(Buffer.of(1)))
      await expect.poll(() => heard.length, WAIT).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it("continue where one connection cannot be accepted", async () => {
    // As it is told where no descriptor is left.
    protocol["server"].emit("error", new Error("accept EMFILE"))
    const client = await connected()
    client.write(encodeTcpFrame(Buffer.of(1)))
    await expect.poll(() => heard.length, WAIT).toBe(1)
  })

  it("end as soon as a frame announces too great a length", async () => {
    const client = await connected()
    client.write(encodeTcpFrame(Buffer.alloc(2_048, 1)))
    await expect.poll(() => heard.length, WAIT).toBe(1)
    client.write(Buffer.of(0x08, 0x01))
    await once(client.resume(), "close")
    expect(heard.length).toBe(1)
  })

  it("are limited to eight per address, and their places are free again when they end", async () => {
    const crowd = await Promise.all(Array.from({ length: 30 }, connected))
    const open = () => crowd.filter((client) => !client.resume().destroyed)
    await expect.poll(() => open().length, WAIT).toBe(8)
    for (const client of open()) client.destroy()
    await expect.poll(() => theirs().length, WAIT).toBe(0)
    const client = await connected()
    client.write(encodeTcpFrame(Buffer.of(1)))
    await expect.poll(() => heard.length, WAIT).toBe(1)
  })
})
