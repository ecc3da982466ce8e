import { describe, expect, it } from "vitest"
import { HANDSHAKE, handshake, record } from "./dtls-records.fixture.ts"
import { RecordNumbers } from "./record-numbers.ts"

const numbered = (bytes: Uint8Array, number: number, epoch = 0) => {
  const copy = Buffer.from(bytes)
  copy.writeUInt16BE(epoch, 3)
  copy.writeUIntBE(number, 5, 6)
  return copy
}
const HELLO = handshake(2, 1, 2, 3)
const DONE = handshake(14)
const numberOf = (bytes: Buffer) => bytes.readUIntBE(5, 6)

describe("the record numbers of a repeated handshake flight", () => {
  it("stay as they are the first time, and are new when the flight is repeated", () => {
    const numbers = new RecordNumbers()
    const flight = [numbered(HELLO, 2), numbered(DONE, 3)]
    const said = [...flight, ...flight, ...flight].map((one) => numberOf(numbers.renew(one)))
    expect(said).toEqual([2, 3, 4, 5, 6, 7])
    // What is kept to be said again is as it was.
    expect(flight.map(numberOf)).toEqual([2, 3])
    expect(numbers.renew(flight[0] as Buffer).subarray(11)).toEqual(flight[0]?.subarray(11))
  })

  it("are renewed in each unprotected record of a datagram, and in no other", () => {
    const numbers = new RecordNumbers()
    numbers.renew(numbered(HELLO, 7))
    const changes = numbered(record(20, 1), 4)
    const finished = numbered(record(HANDSHAKE, 9, 9, 9), 0, 1)
    const renewed = numbers.renew(Buffer.concat([changes, finished]))
    expect(numberOf(renewed)).toBe(8)
    expect(renewed.subarray(changes.length)).toEqual(finished)
  })

  it.each([
    ["media", Buffer.from([128, 96, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ["STUN", Buffer.from([1, 1, 0, 0, 33, 18, 164, 66, 0, 0, 0, 0, 0, 0])],
  ])("are left alone in %s", (_, data) => {
    expect(new RecordNumbers().renew(data)).toBe(data)
  })
})
