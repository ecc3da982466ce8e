import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { type Attachment, type AttachRequest, decideAttachment, type Known } from "./resume.ts"

const EPOCH = "e1"
const WINDOW = { maxEvents: 5 }

/** A log as an array: the expected attachment of a browser at position `seq`. */
const model = (events: number, seq: number): Attachment => {
  const log = Array.from({ length: events }, (_, index) => index + 1)
  if (seq > log.length) return { _tag: "Reset", reason: "future" }
  const missing = log.filter((position) => position > seq)
  return missing.length > WINDOW.maxEvents
    ? { _tag: "Reset", reason: "evicted" }
    : { _tag: "Continue", after: log.length - missing.length, told: true }
}

const logged = (head: number): Known => ({ _tag: "Logged", head, ended: false, evicted: false })
const resume = (seq: number): AttachRequest => ({ _tag: "Resume", visit: "v", epoch: EPOCH, seq })

describe("the decision about an attachment", () => {
  it.effect.prop(
    "answers every resume as a model of the log does",
    [
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 })),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })),
    ],
    ([head, seq]) =>
      Effect.sync(() =>
        expect(decideAttachment(resume(seq), logged(head), EPOCH, WINDOW)).toEqual(
          model(head, seq),
        ),
      ),
  )

  const KNOWN: ReadonlyArray<Known> = [
    { _tag: "Unknown" },
    { _tag: "Pending" },
    logged(3),
    { _tag: "Logged", head: 3, ended: true, evicted: false },
    { _tag: "Logged", head: 3, ended: false, evicted: true },
  ]
  it("names the reason of every reset", () => {
    const reasons = (request: AttachRequest) =>
      KNOWN.map((known) => {
        const attachment = decideAttachment(request, known, EPOCH, WINDOW)
        return attachment._tag === "Reset" ? attachment.reason : attachment._tag
      })
    expect(reasons(resume(3))).toEqual(["unknown", "future", "Continue", "ended", "evicted"])
    expect(reasons({ _tag: "Attach", visit: "v" })).toEqual([
      "unknown",
      "MakeDurable",
      "Continue",
      "ended",
      "evicted",
    ])
    expect(reasons({ _tag: "Resume", visit: "v", epoch: "e0", seq: 1 })).toEqual(
      KNOWN.map(() => "epoch"),
    )
    expect(reasons({ _tag: "New" })).toEqual(KNOWN.map(() => "Begin"))
  })

  it("gives another's visit and one that never was the same answer", () => {
    // Both reach the decision as `Unknown`, without further data.
    expect(decideAttachment(resume(1), { _tag: "Unknown" }, EPOCH, WINDOW)).toEqual({
      _tag: "Reset",
      reason: "unknown",
    })
  })

  it("sends a page's visit whole again when its first attach got lost", () => {
    expect(decideAttachment({ _tag: "Attach", visit: "v" }, logged(4), EPOCH, WINDOW)).toEqual({
      _tag: "Continue",
      after: 0,
      told: false,
    })
  })
})
