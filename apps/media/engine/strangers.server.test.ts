/** What strangers send to a session's open ports: it ends nobody's picture, however right its form is. */
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { createConnection, type Socket } from "node:net"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { fakeViewer } from "../webrtc-client.fixture.ts"
import { announcedAddress } from "./announced-address.fixture.ts"
import { handshake, HELLO, record } from "./dtls-records.fixture.ts"
import { engineOfEachTest } from "./werift-engine.fixture.ts"

const WAIT = { timeout: 20_000, interval: 20 }

const PACKETS: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["a farewell", record(21, 1, 0)],
  ["a fatal alert", record(21, 2, 40)],
  ["a record of a kind that there is not", record(24, 1, 2, 3)],
  ["a greeting", handshake(1, ...HELLO, 0, 2, 0xc0, 0x2b, 1, 0)],
  ["half a greeting", handshake(1, 0xfe, 0xfd, 1)],
  ["a certificate that is none", handshake(11, 0, 0, 1)],
]

describe("a viewer's picture", () => {
  const engine = engineOfEachTest()

  const watching = async () => {
    const viewer = await fakeViewer()
    const request = { path: "live/1", id: "viewer", offer: viewer.offer, loop: "short" }
    const { sdp } = Result.getOrThrow(await engine().watch(request))
    const at = (transport: "tcp" | "udp") => announcedAddress(sdp, transport)
    const sees = async () => {
      const before = viewer.seen.length
      await expect.poll(() => viewer.seen.length - before, WAIT).toBeGreaterThan(5)
    }
    return { accept: () => viewer.accept(sdp), at, sees }
  }

  const overUdp = async (
    bytes: Uint8Array,
    { address, port }: { readonly address: string; readonly port: number },
  ) => {
    const socket = createSocket("udp4")
    await new Promise((resolve) => socket.send(bytes, port, address, resolve))
    socket.close()
  }

  const connected = async ({
    address,
    port,
  }: {
    readonly address: string
    readonly port: number
  }) => {
    const stream = createConnection(port, address)
    stream.on("error", () => undefined)
    await once(stream, "connect")
    return stream
  }

  const overTcp = async (bytes: Uint8Array, stream: Socket) => {
    stream.end(Uint8Array.from([0, bytes.length, ...bytes]))
    await once(stream.resume(), "close")
  }

  it("continues after every kind of packet from a stranger over UDP", async () => {
    const { accept, at, sees } = await watching()
    await accept()
    await sees()
    for (const [, bytes] of PACKETS) {
      await overUdp(bytes, at("udp"))
      await sees()
    }
    expect(engine().counts().viewers).toBe(1)
  })

  it("continues after every kind of packet from a stranger over TCP", async () => {
    const { accept, at, sees } = await watching()
    await accept()
    await sees()
    for (const [, bytes] of PACKETS) {
      await overTcp(bytes, await connected(at("tcp")))
      await sees()
    }
    expect(engine().counts().viewers).toBe(1)
  })

  it("comes to a viewer whose address strangers used before", async () => {
    const { accept, at, sees } = await watching()
    for (const [, bytes] of PACKETS) await overUdp(bytes, at("udp"))
    await accept()
    for (const [, bytes] of PACKETS) await overUdp(bytes, at("udp"))
    await sees()
  })

  it("keeps its place among crowds of strangers who connect and send nothing", async () => {
    const { accept, at, sees } = await watching()
    await accept()
    await sees()
    const crowd = await Promise.all(Array.from({ length: 60 }, () => connected(at("tcp"))))
    const open = () => crowd.filter((stream) => !stream.resume().destroyed).length
    await expect.poll(open, WAIT).toBeLessThan(20)
    await expect.poll(open, WAIT).toBe(0)
    await sees()
  })
})
