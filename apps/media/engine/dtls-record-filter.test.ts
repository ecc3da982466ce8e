import { describe, expect, it } from "vitest"
import { HANDSHAKE, handshake, HELLO, record } from "./dtls-records.fixture.ts"
import { DtlsRecordFilter } from "./dtls-record-filter.ts"

const CERTIFICATE = 11
const FINISHED = 20
const GREETING = Buffer.from(handshake(1, ...HELLO, 0, 2, 0xc0, 0x2b, 1, 0))

const uint24 = (value: number) => [value >> 16, (value >> 8) & 0xff, value & 0xff]

/** One piece of a message. */
const piece = ({ length = 4_000, offset = 0, bytes = 200 }) =>
  Buffer.from(
    record(
      HANDSHAKE,
      CERTIFICATE,
      ...uint24(length),
      0,
      1,
      ...uint24(offset),
      ...uint24(bytes),
      ...Array.from({ length: bytes }, () => 7),
    ),
  )

/** The same with keys: what is in it nobody reads but who has them. */
const encrypted = (one: Buffer) => {
  const copy = Buffer.from(one)
  copy.writeUInt16BE(1, 3)
  return copy
}
const FAREWELL = Buffer.from(record(21, 1, 0))
const LAST_WORDS = encrypted(Buffer.from(record(HANDSHAKE, FINISHED, 0, 0, 0, 0, 0, 0)))

/** How many of them pass. */
const passing = (records: DtlsRecordFilter, times: number, one: Buffer, isOver = false) =>
  Array.from({ length: times }, () => records.filter(one, isOver)).filter((it) => it !== undefined)
    .length

describe("the filter of DTLS records", () => {
  it("lets through the messages of the handshake, whole or in fragments", () => {
    const records = new DtlsRecordFilter()
    expect(records.filter(GREETING, false)).toBe(GREETING)
    const pieces = Buffer.concat([piece({}), piece({ offset: 200 })])
    expect(records.filter(pieces, false)).toBe(pieces)
    expect(records.filter(LAST_WORDS, false)).toBe(LAST_WORDS)
    expect(records.filter(FAREWELL, false)).toBe(FAREWELL)
  })

  it.each([
    ["is longer than any", piece({ length: 8_193 })],
    [
      "says that it is longer than memory",
      piece({ length: 0xffffff, offset: 0xfffff0, bytes: 15 }),
    ],
    ["lies beyond its message", piece({ length: 300, offset: 200 })],
    ["has an incomplete header", Buffer.from(record(HANDSHAKE, CERTIFICATE, 0, 0))],
    [
      "has fewer bytes than it says",
      Buffer.from(record(HANDSHAKE, 1, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 9, 1)),
    ],
    ["is application data", Buffer.from(record(23, 1, 2, 3))],
    ["is of an unknown kind", Buffer.from(record(24, 1, 2, 3))],
    ["is cut short", GREETING.subarray(0, -1)],
  ])("drops a record that %s, and lets through those beside it", (_, one) => {
    const records = new DtlsRecordFilter()
    expect(records.filter(one, false)).toBeUndefined()
    expect(records.filter(Buffer.concat([GREETING, one]), false)).toEqual(GREETING)
  })

  it("lets through so many records of a session, however small", () => {
    expect(passing(new DtlsRecordFilter(), 10_000, piece({ bytes: 1 }))).toBe(192)
  })

  it("lets through so many bytes of a session", () => {
    const long = piece({ bytes: 240 })
    // A record of four pieces.
    const fragment = Buffer.concat(Array.from({ length: 4 }, () => long.subarray(13)))
    const header = Buffer.from(long.subarray(0, 13))
    header.writeUInt16BE(fragment.length, 11)
    const one = Buffer.concat([header, fragment])
    expect(passing(new DtlsRecordFilter(), 1_000, one)).toBe(Math.floor(65_536 / one.length))
  })

  it("lets through nothing without keys once the handshake is over, except alerts", () => {
    const records = new DtlsRecordFilter()
    for (const one of [GREETING, piece({}), Buffer.from(record(20, 1))]) {
      expect(records.filter(one, true)).toBeUndefined()
    }
    expect(records.filter(FAREWELL, true)).toBe(FAREWELL)
  })

  it("lets through repetitions of the other side's last flight after the handshake, a limited number of times", () => {
    const records = new DtlsRecordFilter()
    // As they come: with what was said before them in the same datagram.
    expect(records.filter(Buffer.concat([piece({}), LAST_WORDS]), true)).toEqual(LAST_WORDS)
    expect(passing(records, 1_000, LAST_WORDS, true)).toBe(31)
  })
})
