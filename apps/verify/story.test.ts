/** Each rule of a story, kept and broken. */
import { describe, expect, it } from "vitest"
import { CALL, type CallStep } from "./call-story.ts"
import { PURCHASE, type PurchaseStep } from "./purchase-story.ts"
import { storyMismatches } from "./story.ts"

const pathsOf = (...course: ReadonlyArray<CallStep>) =>
  storyMismatches(CALL, course).map(({ path }) => path)

describe("the story of a call", () => {
  it("is accepted in its right order, also where it is told twice by two ways that it waits", () => {
    expect(pathsOf("started", "pending", "in_call", "joined", "left", "ended")).toEqual([])
    expect(pathsOf("started", "pending", "pending", "in_call", "joined", "ended", "left")).toEqual(
      [],
    )
  })

  it.each<readonly [string, ReadonlyArray<CallStep>, ReadonlyArray<string>]>([
    [
      "a room before the call is connected",
      ["started", "pending", "joined", "in_call", "left", "ended"],
      ["course[2].joined"],
    ],
    [
      "a call that waits again",
      ["started", "pending", "in_call", "pending", "joined", "left", "ended"],
      ["course[3].pending"],
    ],
    [
      "a room that goes on after the call",
      ["started", "pending", "in_call", "joined", "ended"],
      ["course"],
    ],
    [
      "a call that goes on after its end",
      ["started", "pending", "in_call", "joined", "left", "ended", "in_call"],
      ["course[6].in_call"],
    ],
    [
      "somebody who is sent out of the room for another reason",
      ["started", "pending", "in_call", "joined", "sent out", "left", "ended"],
      ["course[5].left"],
    ],
    ["a call that nobody began", ["in_call"], ["course[0].in_call", "course"]],
  ])("is broken by %s", (_, course, paths) => {
    expect([...new Set(pathsOf(...course))]).toEqual(paths)
  })
})

describe("the story of a purchase", () => {
  const mismatches = (...course: ReadonlyArray<PurchaseStep>) => storyMismatches(PURCHASE, course)
  it("is accepted in its right order", () => {
    expect(mismatches("opened", "bought", "credited")).toEqual([])
  })

  it("is broken by credits before the purchase is told, by a purchase told twice, and by one without credits", () => {
    expect(mismatches("opened", "credited", "bought")).toMatchObject([
      { expected: "bought before credited", actual: "credited without it" },
      { expected: "nothing after credited", actual: "bought" },
    ])
    expect(mismatches("opened", "bought", "bought", "credited")).toMatchObject([
      { path: "course[2].bought", expected: "bought once" },
    ])
    expect(mismatches("opened", "bought")).toMatchObject([
      { path: "course", expected: "credited", actual: "opened or bought" },
    ])
  })
})
