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

describe("what the chat service is told of a visitor's picture", () => {
  it("is that there is none, as soon as the connection of who will tell is there", () => {
    const { said, opens } = visibilityOver()
    opens(false, true)
    expect(said).toEqual([["keep-alive", { sees: false }]])
  })

  it("is each change, as the page tells it", () => {
    const { said, visibility, opens } = visibilityOver()
    opens(false, true)
    visibility.clientFactsStored(visit, seen(true, false))
    expect(said.slice(1)).toEqual([
      ["keep-alive", { sees: true }],
      ["keep-alive", { sees: false }],
    ])
  })

  it("is nothing where the page does not tell", () => {
    const { said, opens } = visibilityOver()
    opens(false, false)
    expect(said).toEqual([])
  })

  it("is nothing new of a session that is brought back, and what was told meanwhile", () => {
    const quiet = visibilityOver()
    quiet.opens(true, false)
    quiet.opens(true, true)
    expect(quiet.said).toEqual([])
    const told = visibilityOver()
    told.visibility.clientFactsStored(visit, seen(true))
    told.opens(true, false)
    expect(told.said).toEqual([["keep-alive", { sees: true }]])
  })

  it("forgets the session before in one that begins", () => {
    const { said, visibility, opens } = visibilityOver()
    opens(false, true)
    visibility.clientFactsStored(visit, seen(true))
    opens(false, true)
    expect(said.at(-1)).toEqual(["keep-alive", { sees: false }])
  })

  it("says nothing of the session before in one whose page does not tell", () => {
    const { said, visibility, opens } = visibilityOver()
    opens(false, true)
    visibility.clientFactsStored(visit, seen(true))
    const before = said.length
    opens(false, false)
    expect(said).toHaveLength(before)
  })
})
