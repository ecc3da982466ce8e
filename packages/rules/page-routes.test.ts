import { describe, expect, it } from "vitest"
import { namelessPath } from "@foldcast/contracts/client-facts/named-paths"
import type { Locale } from "@foldcast/contracts/units"
import {
  localePath,
  PAGE_NAMES,
  type PageName,
  pageOf,
  PAGES,
  routeName,
  splitLocale,
} from "./page-routes.ts"

const LOCALES: ReadonlyArray<Locale> = ["nl", "en"]

describe("the table of pages", () => {
  it("gives every page's variants names of their own [ROUTE-03]", () => {
    const names = PAGE_NAMES.flatMap((page) => LOCALES.map((locale) => routeName(page, locale)))
    expect(new Set(names).size).toBe(PAGE_NAMES.length * LOCALES.length)
    expect(routeName("settings", "en")).toBe("settings-en")
  })

  it("has pages for guests and for members, and none for an administrator or a performer [AUTH-01]", () => {
    const isMembers = (page: PageName) => PAGES[page].isProtected
    expect(PAGE_NAMES.filter(isMembers)).toEqual([
      "settings",
      "settings-credits",
      "favourites",
      "messenger",
      "messenger-new-conversation",
      "messenger-performer",
    ])
    expect(PAGE_NAMES.filter((page) => !isMembers(page))).toEqual([
      "home",
      "help",
      "cookies",
      "privacy",
      "terms-conditions",
      "search-results",
      "profile",
      "profile-model",
      "not-found",
      "category",
    ])
    for (const path of ["/admin", "/performer", "/studio"]) {
      expect(pageOf(path)?.page).toBe("category")
    }
  })

  it("names nobody in a capture where a path has no parameter", () => {
    const nobody = PAGE_NAMES.map((page) => PAGES[page].path).filter((path) => !path.includes("$"))
    for (const path of nobody) expect(namelessPath(path, () => "digest")).toBe(path)
  })

  it("finds the page of a path with its parameters, in every form of the address [ROUTE-13]", () => {
    expect(pageOf("/profile/anna%20b")).toEqual({
      page: "profile-model",
      params: { model: "anna b" },
    })
    expect(pageOf("/messenger/new-conversation")?.page).toBe("messenger-new-conversation")
    expect(pageOf("/a/b/c")).toBeNull()
    expect(pageOf("/profile/%zz")).toBeNull()
    for (const page of PAGE_NAMES) {
      const path = PAGES[page].path.replace(/\$\w+/u, "some-name")
      for (const locale of LOCALES) {
        const { prefix, rest } = splitLocale(localePath(path, locale))
        expect(pageOf(rest)?.page).toBe(page)
        expect(prefix).toBe(locale === "nl" ? null : "en")
      }
    }
  })

  it("does not take a word for a prefix that only begins like a language", () => {
    expect(splitLocale("/english")).toEqual({ prefix: null, rest: "/english" })
    expect(splitLocale("/nl")).toEqual({ prefix: "nl", rest: "/" })
  })
})
