import { describe, expect, it } from "vitest"
import type { MemberId } from "@foldcast/contracts/ids"
import { AnswerVersions } from "./answer-versions.ts"

const ANNA = "anna" as MemberId
const ROBIN = "robin" as MemberId

describe("the freshness of an answer", () => {
  it("ends with a fact of its own subject and member, and with no other", () => {
    const freshness = new AnswerVersions()
    const stamp = freshness.stamp(ANNA)
    freshness.touch(ROBIN, "favourites")
    freshness.touch(ANNA, "balance")
    expect(freshness.isFresh(stamp, "favourites")).toBe(true)
    expect(freshness.isFresh(stamp, "balance")).toBe(false)
    freshness.touch(ANNA, "favourites")
    expect(freshness.isFresh(stamp, "favourites")).toBe(false)
    expect(freshness.isFresh(freshness.stamp(ANNA), "favourites")).toBe(true)
  })

  it("ends with the answer to a later question, and not with one to an earlier", () => {
    const freshness = new AnswerVersions()
    const [first, second, third] = [1, 2, 3].map(() => freshness.stamp(ANNA))
    if (first === undefined || second === undefined || third === undefined) throw new Error()
    freshness.answered(second, "favourites")
    expect(freshness.isFresh(first, "favourites")).toBe(false)
    expect(freshness.isFresh(second, "favourites")).toBe(true)
    expect(freshness.isFresh(third, "favourites")).toBe(true)
    expect(freshness.isFresh(first, "balance")).toBe(true)
  })

  it("is remembered for members who are present", () => {
    const freshness = new AnswerVersions()
    const stamp = freshness.stamp(ANNA)
    freshness.touch(ANNA, "balance")
    freshness.forget((member) => member === ANNA)
    expect(freshness.isFresh(stamp, "balance")).toBe(false)
  })
})
