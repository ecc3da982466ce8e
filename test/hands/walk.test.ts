/** A drawn walk for each translator, with all other hands at work too. Many of them: test/proof/foreign-hands.test.ts. */
import { describe, expect, it } from "vitest"
import { sitePages } from "@foldcast/web/screens/site-pages.fixture"
import { type Meddling, REMOVING_NOTHING } from "../support/foreign-hands.ts"
import { takeWalk } from "./walk.ts"

const pages = sitePages()

/** Each of them walks another way. */
const SEEDS =
  process.env["PROOF"] === "full" ? Array.from({ length: 40 }, (_, index) => index) : [7]
const STEPS = process.env["PROOF"] === "full" ? 60 : 30

const TRANSLATORS = ["page-translator", "in-place-translator"] as const

describe.each(TRANSLATORS)("with a %s", (translator) => {
  it.each(SEEDS)(
    "walk %i through a room and its surroundings meets no failure and no untrue text [HANDS-06]",
    async (seed) => {
      const meddling: Meddling = { hands: [translator, ...REMOVING_NOTHING] }
      const way = await takeWalk(pages, { seed, steps: STEPS, meddling })
      expect(way.length).toBeGreaterThan(STEPS / 2)
    },
  )
})
