import { describe, expect, it } from "vitest"
import { intendedPage, mayOpenPage, readIntendedPage } from "./page-access.ts"
import { PAGE_NAMES } from "./page-routes.ts"

const guest = { isMember: false, locale: "nl", disabledRoutes: [], messenger: true } as const
const member = { ...guest, isMember: true }

describe("the access to a page", () => {
  it("is for members alone on settings, favourites and the messenger [ROUTE-19]", () => {
    const closed = PAGE_NAMES.filter((page) => !mayOpenPage(page, guest))
    expect(closed).toEqual([
      "settings",
      "settings-credits",
      "favourites",
      "messenger",
      "messenger-new-conversation",
      "messenger-performer",
    ])
    expect(PAGE_NAMES.every((page) => mayOpenPage(page, member))).toBe(true)
  })

  it("ends where a brand switches the page off by name, for members too [ROUTE-21]", () => {
    const without = { ...member, disabledRoutes: ["favourites", "privacy", "home", "not-found"] }
    expect(PAGE_NAMES.filter((page) => !mayOpenPage(page, without))).toEqual([
      "privacy",
      "favourites",
    ])
    const inEnglish = { ...member, disabledRoutes: ["privacy-en"] }
    expect(PAGE_NAMES.every((page) => mayOpenPage(page, inEnglish))).toBe(true)
    expect(mayOpenPage("privacy", { ...inEnglish, locale: "en" })).toBe(false)
  })

  it("ends for every messenger page where the messenger is off", () => {
    const closed = PAGE_NAMES.filter((page) => !mayOpenPage(page, { ...member, messenger: false }))
    expect(closed).toEqual(["messenger", "messenger-new-conversation", "messenger-performer"])
  })
})

describe("the page that a guest wanted", () => {
  it("is one of those for members, whatever an address says", () => {
    const wanted = PAGE_NAMES.flatMap((page) => intendedPage(page) ?? [])
    expect(wanted).toEqual([
      "settings",
      "settings-credits",
      "favourites",
      "messenger",
      "messenger",
      "messenger",
    ])
    for (const page of wanted) expect(readIntendedPage(page)).toBe(page)
    for (const text of [
      null,
      "",
      "home",
      "/settings",
      "//evil.test",
      "https://evil.test",
      "toString",
    ]) {
      expect(readIntendedPage(text)).toBeNull()
    }
  })
})
