import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { loopFileOf } from "./loop-file.fixture.ts"
import { LoopFile } from "./loop-file.ts"

const HEAD = {
  frames: 2,
  idle: [
    [0, 100],
    [1, 60],
  ],
  reactions: { laugh: [[1, 50]] },
  rest: [0],
  typing: [1],
}
const WHOLE = loopFileOf(HEAD, Uint8Array.of(0, 1), Uint8Array.of(0, 2, 3))

describe("a drawn loop", () => {
  it("is the same in whatever pieces it arrives, and can be played before all of it is there", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: WHOLE.length }), { maxLength: 8 }), (cuts) => {
        const file = new LoopFile()
        let from = 0
        for (const to of [...cuts, WHOLE.length].toSorted((one, other) => one - other)) {
          expect(file.take(WHOLE.subarray(from, to))).toBe(true)
          from = to
        }
        expect(file.isWhole).toBe(true)
        expect(file.idle).toEqual([
          { frame: 0, ms: 100 },
          { frame: 1, ms: 60 },
        ])
        expect([file.frame(0), file.frame(1), file.frame(2)]).toEqual([
          Uint8Array.of(0, 1),
          Uint8Array.of(0, 2, 3),
          undefined,
        ])
        expect([file.reactions.get("laugh"), file.rest, file.typing]).toEqual([
          [{ frame: 1, ms: 50 }],
          new Set([0]),
          new Set([1]),
        ])
      }),
    )
    const begun = new LoopFile()
    begun.take(WHOLE.subarray(0, -4))
    expect([begun.isWhole, begun.frame(0), begun.frame(1)]).toEqual([
      false,
      Uint8Array.of(0, 1),
      undefined,
    ])
  })

  it("is refused where it names a picture that it does not have, or holds something else than key frames", () => {
    for (const broken of [
      loopFileOf({ ...HEAD, frames: 1 }, Uint8Array.of(0)),
      loopFileOf({ ...HEAD, rest: [2] }, Uint8Array.of(0)),
      loopFileOf({ ...HEAD, idle: [] }, Uint8Array.of(0)),
      loopFileOf({ ...HEAD, idle: [[0, 0]] }, Uint8Array.of(0)),
      loopFileOf(HEAD, Uint8Array.of(1)),
      loopFileOf(HEAD, Uint8Array.of()),
      loopFileOf(HEAD, Uint8Array.of(0), Uint8Array.of(0), Uint8Array.of(0)),
      Buffer.from("DKIF\n"),
      Buffer.alloc(60_000, "x"),
    ]) {
      expect(new LoopFile().take(broken)).toBe(false)
    }
  })

  it("is read or refused, and never throws, whatever the bytes are", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.nat({ max: WHOLE.length - 1 }),
        (bytes, at) => {
          const file = Buffer.from(WHOLE)
          file.set(bytes.subarray(0, file.length - at), at)
          expect([true, false]).toContain(new LoopFile().take(file))
        },
      ),
    )
  })
})
