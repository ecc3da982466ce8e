/**
 * What guests with a token may send to the media engine, at each step of a connection: drawn from a seed, so that
 * one seed gives one run. They are known senders, so that everything gets as far as it can.
 */
import * as fc from "fast-check"
import { expect } from "vitest"
import {
  type HostileViewer,
  hostileViewer,
  type Over,
  type Sealed as SealedKind,
} from "@foldcast/media/hostile-viewer.fixture"
import type { MediaProcess } from "@foldcast/media/media-process.fixture"

/** ICE, both hello messages and the following flight are fewer frames than this; after them the keys exist. */
export const HOSTILE_STEPS = 14

/** First bytes of STUN, DTLS, RTP and RTCP, and one of no protocol. */
const FIRST_BYTES = [0, 1, 20, 21, 22, 23, 24, 26, 63, 64, 128, 129, 143, 191, 255] as const
const CONTROL_TYPES = [200, 201, 202, 205, 206, 207] as const

const uint24 = (value: number): ReadonlyArray<number> => [
  (value >> 16) & 0xff,
  (value >> 8) & 0xff,
  value & 0xff,
]

/** A DTLS record with a piece of a message, each length nearly right. */
const Record = fc
  .record({
    type: fc.constantFrom(20, 21, 22, 22, 22, 22, 23, 24),
    epoch: fc.constantFrom(0, 0, 0, 1, 2),
    message: fc.constantFrom(0, 1, 1, 2, 3, 11, 12, 14, 15, 16, 20, 24),
    sequence: fc.nat({ max: 8 }),
    length: fc.oneof(fc.nat({ max: 600 }), fc.constantFrom(0, 8_192, 0xffff, 0xffffff)),
    offset: fc.oneof(fc.constant(0), fc.nat({ max: 600 }), fc.constantFrom(0xfffffe)),
    off: fc.constantFrom(0, 0, 0, 1, -1, 40),
    body: fc.uint8Array({ maxLength: 400 }),
  })
  .map(({ type, epoch, message, sequence, length, offset, off, body }) => {
    const isWhole = length === body.length
    const fragment = [
      message,
      ...uint24(isWhole ? body.length : length),
      0,
      sequence,
      ...uint24(isWhole ? 0 : offset),
      ...uint24(body.length),
      ...body,
    ]
    const said = Math.max(0, fragment.length + off)
    return Buffer.from([
      type,
      0xfe,
      0xfd,
      0,
      epoch,
      0,
      0,
      0,
      0,
      0,
      sequence,
      said >> 8,
      said & 0xff,
      ...fragment,
    ])
  })

const Noise = fc
  .tuple(fc.constantFrom(...FIRST_BYTES), fc.uint8Array({ maxLength: 1_400 }))
  .map(([first, rest]) => Buffer.from([first, ...rest]))

/** Damages a frame that the guest's own library has sent. */
const Damage = fc.record({
  kind: fc.constant("damage" as const),
  which: fc.nat(),
  at: fc.nat(),
  value: fc.nat({ max: 255 }),
  cut: fc.constantFrom(false, false, true),
})
const Signed = fc.record({
  kind: fc.constant("signed" as const),
  attributes: fc.uniqueArray(
    fc.constantFrom("ICE-CONTROLLED", "ICE-CONTROLLING", "USE-CANDIDATE", "SOFTWARE"),
  ),
  method: fc.constantFrom(1, 1, 1, 3),
})
const Sealed = fc.record({
  kind: fc.constant("sealed" as const),
  as: fc.constantFrom<SealedKind>("application", "control", "handshake", "media"),
  type: fc.constantFrom(...CONTROL_TYPES),
  bytes: fc.uint8Array({ minLength: 8, maxLength: 300 }),
})
const Plain = fc.oneof(Record, Noise).map((bytes) => ({ kind: "plain" as const, bytes }))
const Word = fc.oneof({ weight: 4, arbitrary: Plain }, { weight: 3, arbitrary: Damage }, Signed, {
  weight: 2,
  arbitrary: Sealed,
})
type Word = typeof Word extends fc.Arbitrary<infer A> ? A : never

const VALUES = {
  "ICE-CONTROLLED": 0xffff_ffff_ffff_fff0n,
  "ICE-CONTROLLING": 1n,
  "USE-CANDIDATE": null,
  SOFTWARE: "a guest",
} as const

const frameOf = (
  word: Word,
  viewer: HostileViewer,
  seen: ReadonlyArray<Buffer>,
): Buffer | undefined => {
  switch (word.kind) {
    case "plain":
      return word.bytes
    case "damage": {
      const frame = Buffer.from(seen[word.which % seen.length] ?? Buffer.alloc(1))
      if (word.cut) return frame.subarray(0, word.at % (frame.length + 1))
      frame[word.at % frame.length] = word.value
      return frame
    }
    case "signed":
      return viewer.request((message) => {
        for (const name of word.attributes) message.setAttribute(name, VALUES[name])
      }, word.method).bytes
    case "sealed":
      return viewer.sealed(
        word.as,
        Buffer.from([word.bytes[0] ?? 0, word.type, ...word.bytes.subarray(2)]),
      )
  }
}

const WAIT = { timeout: 30_000, interval: 50 }

export interface HostileGuest {
  readonly seed: number
  readonly over: Over
  /** The frame at which it starts; from STEPS on the keys exist. */
  readonly step: number
  readonly words: ReadonlyArray<Word>
  /** True: leaves while the engine still reads. False: waits until the engine has read everything. */
  readonly isAbrupt: boolean
}

export const guests = (over: Over, seed: number, count: number, wordsEach: number) =>
  Array.from({ length: count }, (_, at): HostileGuest => ({
    seed: seed + at,
    over,
    step: at % (HOSTILE_STEPS + 1),
    words: fc.sample(Word, { seed: seed + at, numRuns: wordsEach }),
    isAbrupt: Math.floor(at / (HOSTILE_STEPS + 1)) % 2 === 0,
  }))

/** Resolves with the number of frames that it sent, after it has left. */
export const runGuest = async (media: MediaProcess, guest: HostileGuest): Promise<number> => {
  const seen: Array<Buffer> = []
  const begun = Promise.withResolvers<void>()
  const viewer = await hostileViewer(guest.over, (frame, index) => {
    seen.push(Buffer.from(frame))
    if (index === guest.step) begun.resolve()
    return [frame]
  })
  const token = `guest-${guest.seed}`
  const { sdp, leave } = await media.watch("live/1", viewer.offer, token)
  await viewer.accept(sdp)
  await Promise.race([begun.promise, viewer.connected])
  let sent = 0
  for (const word of guest.words) {
    const frame = frameOf(word, viewer, seen)
    if (frame !== undefined && viewer.send(frame)) sent += 1
  }
  if (!guest.isAbrupt) {
    await expect.poll(() => viewer.isHeardOut() || media.isOver(token), WAIT).toBe(true)
  }
  viewer.reset()
  await viewer.close()
  // UDP has no sign of departure, so the guest would keep its place.
  if (guest.over === "udp") await leave()
  return sent
}
