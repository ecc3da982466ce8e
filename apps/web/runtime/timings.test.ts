import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { TIMINGS } from "./timings.ts"

const THEME = readFileSync(new URL("../../../packages/ui/theme/theme.css", import.meta.url), "utf8")

describe("the durations of movements and waits", () => {
  it("are those of the behaviours [CONST-03, SHELL-28, SHELL-58, SHELL-59]", () => {
    expect(TIMINGS).toEqual({
      drawer: 200,
      fade: 800,
      scrollToTop: 450,
      resize: 50,
      loader: 200,
      errorPageRedirect: 3_000,
    })
  })

  it.each(["drawer", "fade"] as const)(
    "are the same in the style sheets: %s [CONST-04, SHELL-58]",
    (name) => {
      expect(THEME).toContain(`--motion-${name}: ${TIMINGS[name]}ms;`)
      const calm = THEME.slice(THEME.indexOf("prefers-reduced-motion"))
      expect(calm).toContain(`--motion-${name}: 0ms;`)
    },
  )
})
