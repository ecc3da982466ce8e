import { describe, expect, it } from "vitest"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { LiveVisit } from "../visits/registry.ts"
import { PictureVisibility } from "./picture-visibility.ts"

const visit = {} as LiveVisit
const seen = (...told: ReadonlyArray<boolean>): ReadonlyArray<NumberedClientFact> =>
  told.map((isSeen, at) => ({
    n: at + 1,
    after: 1 as NumberedClientFact["after"],
    at,
    fact: { _tag: "PictureSeen", isSeen },
  }))

const visibilityOver = () => {
  const said: Array<unknown> = []
  const connection = { emit: (...told: ReadonlyArray<unknown>) => said.push(told) > 0 }
  let isThere = false
  const visibility = new PictureVisibility(() => (isThere ? connection : undefined))
  return {
    said,
    visibility,
    opens: (isResumed: boolean, isReported: boolean) => {
      isThere = true
      visibility.sessionOpened(visit, connection, { isResumed, isReported })
    },
  }
}

describe("the keep-alive about a visitor's picture", () => {
  it("says that there is none, as soon as the connection of a page that reports is there", () => {
    const { said, opens } = visibilityOver()
    opens(false, true)
    expect(said).toEqual([["keep-alive", { sees: false }]])
  })

  it("says each change, as the page reports it", () => {
    const { said, visibility, opens } = visibilityOver()
    opens(false, true)
    visibility.clientFactsStored(visit, seen(true, false))
    expect(said.slice(1)).toEqual([
      ["keep-alive", { sees: true }],
      ["keep-alive", { sees: false }],
    ])
  })

  it("says nothing where the page does not report", () => {
    const { said, opens } = visibilityOver()
    opens(false, false)
    expect(said).toEqual([])
  })

  it("says nothing new for a restored session, except what was reported meanwhile", () => {
    const quiet = visibilityOver()
    quiet.opens(true, false)
    quiet.opens(true, true)
    expect(quiet.said).toEqual([])
    const told = visibilityOver()
    told.visibility.clientFactsStored(visit, seen(true))
    told.opens(true, false)
    expect(told.said).toEqual([["keep-alive", { sees: true }]])
  })

  it("starts anew in a new session", () => {
    const { said, visibility, opens } = visibilityOver()
    opens(false, true)
    visibility.clientFactsStored(visit, seen(true))
    opens(false, true)
    expect(said.at(-1)).toEqual(["keep-alive", { sees: false }])
  })

  it("says nothing of the previous session in one whose page does not report", () => {
    const { said, visibility, opens } = visibilityOver()
    opens(false, true)
    visibility.clientFactsStored(visit, seen(true))
    const before = said.length
    opens(false, false)
    expect(said).toHaveLength(before)
  })
})
