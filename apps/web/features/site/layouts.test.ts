import { describe, expect, it } from "vitest"
import { PAGE_NAMES, PAGES } from "@foldcast/rules/page-routes"
import { LAYOUTS, layoutOf } from "./layouts.ts"

describe("the layout of a page", () => {
  it("is its own for messenger and profile, and one for all the rest [SHELL-11, SHELL-12]", () => {
    expect(layoutOf("home", "whitelabel")).toBe("whitelabel")
    expect(layoutOf("messenger-performer", "whitelabel")).toBe("messenger")
    expect(layoutOf("profile-model", "whitelabel")).toBe("profile")
    expect(LAYOUTS.whitelabel).toEqual({ hasNavigation: true, hasSeo: true, hasFooter: true })
  })

  it("is the default layout where a brand has no lander, for white-label pages alone", () => {
    for (const page of PAGE_NAMES) {
      const { layout } = PAGES[page]
      expect(layoutOf(page, "default")).toBe(layout === "whitelabel" ? "default" : layout)
    }
  })

  it("has a footer everywhere but in the messenger [SHELL-21]", () => {
    const without = PAGE_NAMES.filter((page) => !LAYOUTS[layoutOf(page, "whitelabel")].hasFooter)
    expect(without).toEqual(["messenger", "messenger-new-conversation", "messenger-performer"])
  })
})
