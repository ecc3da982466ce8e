/** A UDP port of a session, whatever the network does with it. */
import { createSocket, type Socket } from "node:dgram"
import { once } from "node:events"
import { afterEach, expect, it } from "vitest"
import { mediaConfig } from "../running-media.fixture.ts"
import { DatagramTransport } from "./datagram-transport.ts"

const [FIRST] = mediaConfig({}).ports
const WAIT = { timeout: 20_000, interval: 10 }

const open: Array<Socket | DatagramTransport> = []
afterEach(() => {
  for (const one of open.splice(0)) void one.close()
})

const opened = async (last: number) => {
  const transport = await DatagramTransport.open("udp4", [FIRST, last])
  open.push(transport)
  return transport
}

it("a port of datagrams is the first free one of its range, also where several are opened at once", async () => {
  const transports = await Promise.all([opened(FIRST + 3), opened(FIRST + 3), opened(FIRST + 3)])
  const ports = transports.map(({ port }) => port).toSorted((a, b) => a - b)
  expect(ports).toEqual([FIRST, FIRST + 1, FIRST + 2])
})

it("a datagram transport is refused where no port is free, and leaves nothing open", async () => {
  await opened(FIRST)
  await expect(opened(FIRST)).rejects.toThrow("no port of the session is free")
})

it("a datagram transport sends and receives, and drops what cannot be sent without an error", async () => {
  const transport = await opened(FIRST + 3)
  const other = createSocket("udp4")
  open.push(other)
  other.bind(0, "127.0.0.1")
  await once(other, "listening")
  const heard: Array<string> = []
  transport.onData = (data, [host]) => heard.push(`${host} ${data.toString()}`)
  other.send("hello", transport.port, "127.0.0.1")
  await expect.poll(() => heard, WAIT).toEqual(["127.0.0.1 hello"])
  const answered = once(other, "message")
  for (const port of [0, -1, 70_000, other.address().port]) {
    expect(await transport.send(Buffer.from("there"), ["127.0.0.1", port])).toBeUndefined()
  }
  expect(await transport.send(Buffer.alloc(100_000), ["127.0.0.1", 9])).toBeUndefined()
  expect(await transport.send(Buffer.from("of another family"), ["::1", 9])).toBeUndefined()
  expect(String((await answered)[0])).toBe("there")
  await transport.close()
  await transport.close()
  expect(await transport.send(Buffer.from("late"), ["127.0.0.1", 9])).toBeUndefined()
})
