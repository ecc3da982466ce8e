/** What a tab keeps, and that nothing breaks where it may keep nothing. */
import { describe, expect, it } from "vitest"
import type { MemberId } from "@foldcast/contracts/ids"
import { forbiddenStorage, memoryStorage } from "./memory-storage.fixtures.ts"
import { tabStorage } from "./tab-storage.ts"

const slice = {
  dialog: "wallet",
  basket: { bundleId: "b1", methodId: "10", subOptionId: null },
  short: 80,
  openSessionIds: ["s1"],
  awaitedSessionId: null,
  awaitedPaymentURL: "https://bank.example/pay?order=1",
} as const

const of = (storage: Storage, path = "/") =>
  tabStorage(
    () => storage,
    () => "tab-new",
    () => path,
  )

describe("a tab's storage", () => {
  it("restores what was stored to the tab of the same name", () => {
    const storage = memoryStorage()
    const before = of(storage)
    expect(before.tab()).toBe("tab-new")
    before.keepSlice(slice, "/")
    before.drafts.keep("register", { email: "robin@example.org" })
    const after = tabStorage(
      () => storage,
      () => "another",
      () => "/",
    )
    expect(after.tab()).toBe("tab-new")
    expect(after.slice()).toEqual(slice)
    expect(after.drafts.read("register")).toEqual({ email: "robin@example.org" })
  })

  it("restores a dialog on the page that it was open on, and on any page that the site itself led to", () => {
    const storage = memoryStorage()
    const tab = of(storage)
    const onAnother = () => of(storage, "/privacy").slice()?.dialog
    tab.keepSlice(slice, "/")
    expect([tab.slice()?.dialog, onAnother()]).toEqual(["wallet", null])
    tab.keepSlice({ ...slice, awaitedSessionId: "s1" }, "/")
    expect(onAnother()).toBe("wallet")
    tab.keepSlice({ ...slice, dialog: "logIn", awaitedSessionId: "s1" }, "/")
    expect(onAnother()).toBeNull()
    tab.keepSlice({ ...slice, dialog: "lander" }, "/")
    expect(onAnother()).toBe("lander")
    tab.keepSlice(slice, null)
    expect(onAnother()).toBe("wallet")
  })

  it.each([
    ["/", "/en"],
    ["/nl", "/"],
    ["/nl/privacy", "/en/privacy"],
    ["/toy-shows", "/en/toy-shows"],
  ])("restores a dialog of %s on the same page in another language, %s", (before, now) => {
    const storage = memoryStorage()
    of(storage).keepSlice(slice, before)
    expect(of(storage, now).slice()).toEqual(slice)
    expect(of(storage, `${now}/other`).slice()?.dialog).toBeNull()
  })

  it("forgets everything but the tab's name at log-out", () => {
    const storage = memoryStorage()
    const tab = of(storage)
    tab.tab()
    tab.keepSlice(slice, "/")
    tab.drafts.keep("register", { email: "robin@example.org" })
    tab.keepFor("m1" as MemberId)
    expect(["m1", "m2", null].map((who) => tab.isOfAnother(who as MemberId | null))).toEqual([
      false,
      true,
      true,
    ])
    storage.setItem("somebody-else", "stays")
    tab.forgetMember()
    expect(tab.slice()).toBeNull()
    expect(tab.drafts.read("register")).toBeNull()
    expect([tab.tab(), storage.length]).toEqual(["tab-new", 2])
    expect(tab.isOfAnother(null)).toBe(false)
  })

  it("restores nothing in another form than it writes", () => {
    const storage = memoryStorage()
    const tab = of(storage)
    for (const damaged of ["", "null", "[]", "{", '"x"', '{"dialog":"memberMenu"}']) {
      storage.setItem("tab-slice", damaged)
      expect(tab.slice()).toBeNull()
    }
    storage.setItem(
      "tab-slice",
      JSON.stringify({ dialog: 7, basket: { bundleId: "" }, openSessionIds: [1, "s1", ""] }),
    )
    expect(tab.slice()).toEqual({ dialog: null, basket: null, openSessionIds: ["s1"] })
    for (const short of [0, 1.5, 100_001, "80", null]) {
      storage.setItem("tab-slice", JSON.stringify({ dialog: "logIn", basket: null, short }))
      expect(tab.slice()).not.toHaveProperty("short")
    }
  })

  it("does without it where the browser forbids it", () => {
    const tab = tabStorage(
      forbiddenStorage,
      () => "tab-new",
      () => "/",
    )
    tab.keepSlice(slice, "/")
    tab.drafts.keep("register", { email: "x" })
    tab.forgetMember()
    expect([tab.tab(), tab.slice(), tab.drafts.read("register")]).toEqual(["tab-new", null, null])
  })

  it("does without it where there is no room", () => {
    const storage = memoryStorage()
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError")
    }
    const tab = of(storage)
    tab.keepSlice(slice, "/")
    expect(tab.slice()).toBeNull()
  })
})
