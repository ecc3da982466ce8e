import { describe, expect, it } from "vitest"
import { Message } from "werift"
import { KnownSenders } from "./known-senders.ts"

const signed = (names: string, password: string) => {
  const request = new Message(1, 0)
  request
    .setAttribute("USERNAME", names)
    .addMessageIntegrity(Buffer.from(password))
    .addFingerprint()
  return request.bytes
}

describe("who is known", () => {
  const NAMES = "engine:browser"
  const PASSWORD = "a password of the engine"
  const BROWSER = ["192.0.2.1", 5_000] as const
  /** Neither a request nor an answer to one: a DTLS alert. */
  const PACKET = Buffer.from("15fefd000000000000000900020100", "hex")
  const senders = () => new KnownSenders(NAMES, PASSWORD)

  it("is whoever signs with the session's password, from that address alone", () => {
    const known = senders()
    expect(known.mayPass(PACKET, BROWSER)).toBe(false)
    expect(known.mayPass(signed(NAMES, PASSWORD), BROWSER)).toBe(true)
    expect(known.mayPass(PACKET, BROWSER)).toBe(true)
    expect(known.mayPass(PACKET, ["192.0.2.1", 5_001])).toBe(false)
    expect(known.mayPass(PACKET, ["192.0.2.2", 5_000])).toBe(false)
  })

  it.each([
    ["with another password", signed(NAMES, "another")],
    ["by another name", signed("engine:stranger", PASSWORD)],
    ["not at all", new Message(1, 0).setAttribute("USERNAME", NAMES).bytes],
  ])("is nobody who signs %s", (_, request) => {
    const known = senders()
    expect(known.mayPass(request, BROWSER)).toBe(false)
    expect(known.mayPass(PACKET, BROWSER)).toBe(false)
  })

  it("sends nothing longer than a path carries", () => {
    const known = senders()
    expect(known.mayPass(signed(NAMES, PASSWORD), BROWSER)).toBe(true)
    expect(known.mayPass(Buffer.alloc(2_048, 0x80), BROWSER)).toBe(true)
    expect(known.mayPass(Buffer.alloc(2_049, 0x80), BROWSER)).toBe(false)
  })

  it("stays so however often the address changes", () => {
    const known = senders()
    const request = signed(NAMES, PASSWORD)
    for (let port = 1; port <= 1_000; port += 1) {
      expect(known.mayPass(request, ["192.0.2.1", port])).toBe(true)
    }
    expect(known.has(["192.0.2.1", 1_000])).toBe(true)
    expect(known.has(["192.0.2.1", 1])).toBe(false)
  })
})
