import { describe, expect, it } from "vitest"
import { Message } from "werift"
import { type SocketAddress, KnownSenders } from "./known-senders.ts"
import { noTraffic, DatagramFilter } from "./datagram-filter.ts"

const signed = (names: string, password: string) => {
  const request = new Message(1, 0)
  request
    .setAttribute("USERNAME", names)
    .addMessageIntegrity(Buffer.from(password))
    .addFingerprint()
  return request.bytes
}

const NAMES = "engine:browser"
const PASSWORD = "a password of the engine"
const BROWSER = ["192.0.2.1", 5_000] as const
/** Neither a request nor an answer to one: a DTLS alert. */
const PACKET = Buffer.from("15fefd000000000000000900020100", "hex")
const MEDIA = (bytes: number) => Buffer.alloc(bytes, 0x80)

describe("a known sender", () => {
  const known = (forgotten: Array<SocketAddress> = []) => {
    const senders = new KnownSenders(NAMES, PASSWORD, (address) => forgotten.push(address))
    const received = noTraffic()
    const datagrams = new DatagramFilter(senders, received, () => false)
    const passes = (data: Buffer, address: SocketAddress, atMs = 0) =>
      datagrams.filter(data, address, atMs) !== undefined
    return { senders, received, passes }
  }

  it("is an address that signed with the session's password, and no other", () => {
    const { passes } = known()
    expect(passes(PACKET, BROWSER)).toBe(false)
    expect(passes(signed(NAMES, PASSWORD), BROWSER)).toBe(true)
    expect(passes(PACKET, BROWSER)).toBe(true)
    expect(passes(PACKET, ["192.0.2.1", 5_001])).toBe(false)
    expect(passes(PACKET, ["192.0.2.2", 5_000])).toBe(false)
  })

  it.each([
    ["with another password", signed(NAMES, "another")],
    ["by another name", signed("engine:stranger", PASSWORD)],
    ["not at all", new Message(1, 0).setAttribute("USERNAME", NAMES).bytes],
  ])("is not made by a request signed %s", (_, request) => {
    const { passes } = known()
    expect(passes(request, BROWSER)).toBe(false)
    expect(passes(PACKET, BROWSER)).toBe(false)
  })

  it("can send nothing longer than a network path carries", () => {
    const { passes } = known()
    expect(passes(signed(NAMES, PASSWORD), BROWSER)).toBe(true)
    expect(passes(MEDIA(2_048), BROWSER)).toBe(true)
    expect(passes(MEDIA(2_049), BROWSER)).toBe(false)
  })

  it("stays known however often its address changes", () => {
    const { senders, passes } = known()
    const request = signed(NAMES, PASSWORD)
    for (let port = 1; port <= 1_000; port += 1) {
      expect(passes(request, ["192.0.2.1", port], port * 1_000)).toBe(true)
    }
    expect(senders.has(["192.0.2.1", 1_000])).toBe(true)
    expect(senders.has(["192.0.2.1", 1])).toBe(false)
  })

  it("is one of a few addresses at a time, however many sign, and each that is dropped is reported", () => {
    const forgotten: Array<SocketAddress> = []
    const { passes } = known(forgotten)
    const request = signed(NAMES, PASSWORD)
    const passed = Array.from({ length: 1_000 }, (_, at) => at + 1).filter((port) =>
      passes(request, ["192.0.2.1", port]),
    )
    expect(passed.length).toBe(32)
    expect(passes(request, ["192.0.2.1", 2_000], 1_000)).toBe(true)
    expect(passes(request, ["192.0.2.1", 2_001], 1_000)).toBe(false)
    expect(forgotten).toEqual([["192.0.2.1", 1]])
  })

  it("may send no more than so many requests a second", () => {
    const { passes } = known()
    const request = signed(NAMES, PASSWORD)
    const passed = (atMs: number) =>
      Array.from({ length: 1_000 }, () => passes(request, BROWSER, atMs)).filter(Boolean).length
    expect([passed(0), passed(1_000), passed(3_000)]).toEqual([200, 50, 100])
  })

  it("is counted with all that it sends; packets of strangers are only counted as dropped", () => {
    const { passes, received } = known()
    const request = signed(NAMES, PASSWORD)
    passes(request, BROWSER)
    passes(MEDIA(100), BROWSER)
    passes(MEDIA(5_000), BROWSER)
    passes(MEDIA(100), ["192.0.2.9", 1])
    expect(received).toEqual({ bytes: request.length + 5_100, datagrams: 3, dropped: 2 })
  })
})
