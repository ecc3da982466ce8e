/** The facts in a page's HTML: written so that nothing can break out, read so that nothing can break. */
import { describe, expect, it } from "vitest"
import type { Epoch, EventId, VisitId } from "@foldcast/contracts/ids"
import { type FirstFacts, firstFactsJson, readFirstFacts } from "./first-facts.ts"
import { homePath } from "./home-path.ts"

const facts: FirstFacts = {
  visit: "visit-page" as VisitId,
  epoch: "e1" as Epoch,
  now: 1_000,
  events: [
    {
      seq: 1,
      id: "event-1" as EventId,
      at: 1,
      v: 1,
      scope: "owner",
      src: { from: "gateway" },
      event: { _tag: "LoggedIn", username: "</script><!--<script>" },
    },
  ],
}

describe("first facts", () => {
  it("come through the page unchanged and never end its script", () => {
    const json = firstFactsJson(facts)
    expect(json).not.toContain("<")
    expect(readFirstFacts(json)).toEqual(facts)
  })

  it("that are absent or damaged are read as none", () => {
    for (const json of [null, undefined, "", "{", "null", "[]", "{}", '{"visit":"v"}']) {
      expect(readFirstFacts(json)).toBeNull()
    }
  })
})

describe("the home page", () => {
  it("is the one in the path's language", () => {
    expect(["/", "/settings", "/nl", "/nl/settings", "/en/x", "/english"].map(homePath)).toEqual([
      "/",
      "/",
      "/nl",
      "/nl",
      "/en",
      "/",
    ])
  })
})
