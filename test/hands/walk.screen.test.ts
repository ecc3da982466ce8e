/**
 * A random walk for each translator, with all other hands at work too. test/proof/foreign-hands.test.ts runs many
 * of them.
 */
import { describe, expect, it } from "vitest"
import { sitePages } from "@foldcast/web/screens/site-pages.fixture"
import { type Meddling, type Moment, REMOVING_NOTHING } from "../support/foreign-hands.ts"
import { takeWalk } from "./walk.ts"

const pages = sitePages()

const SEEDS =
  process.env["PROOF"] === "full"
    ? Array.from({ length: Number(process.env["WALKS"] ?? 40) }, (_, index) => index)
    : [6]
const STEPS = process.env["PROOF"] === "full" ? 60 : 30

const TRANSLATORS = ["page-translator", "in-place-translator"] as const

const MOMENTS: ReadonlyArray<Moment> = ["before", "during", "after"]

describe.each(TRANSLATORS)("with a %s", (translator) => {
  it.each(SEEDS)(
    "walk %i through a room and its surroundings meets no failure and no untrue text [HANDS-06]",
    async (seed) => {
      const when = MOMENTS[(seed + TRANSLATORS.indexOf(translator)) % MOMENTS.length] ?? "after"
      const meddling: Meddling = { hands: [translator, ...REMOVING_NOTHING], when }
      const way = await takeWalk(pages, { seed, steps: STEPS, meddling })
      expect(way.length).toBeGreaterThan(STEPS / 2)
    },
  )
})
