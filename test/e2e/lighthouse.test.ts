/** Lighthouse on the production build: the audits that need no timing. `npm run bench` measures speed. */
import { describe, expect, it } from "vitest"
import { HELD_WORLD } from "../support/demo-world.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { runLighthouse } from "../support/lighthouse.ts"
import { testSite } from "./site.ts"

/** A normal run tests the first two; the two that only the proof tests are built alike. */
const PAGES = [
  ["/", "mobile"],
  ["/en", "desktop"],
  ["/privacy", "desktop"],
  ["/en/new-cams", "mobile"],
] as const

describe("Lighthouse", () => {
  const site = testSite(HELD_WORLD)

  it.each(sampleOf(PAGES, 2))(
    "finds %s accessible, well made and easy to find on %s",
    async (path, formFactor) => {
      const { scores, findings } = await runLighthouse(
        site.world().urls.site + path,
        ["accessibility", "best-practices", "seo"],
        formFactor,
      )
      const seen = { scores, findings }
      expect(seen).toMatchObject({ scores: { accessibility: 100 } })
      expect(scores["best-practices"], JSON.stringify(seen)).toBe(100)
      expect(scores.seo, JSON.stringify(seen)).toBe(100)
    },
  )
})
