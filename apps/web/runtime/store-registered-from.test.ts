import { BehaviorSubject } from "rxjs"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { TestLog } from "@foldcast/folds/log.fixtures"
import { storeRegisteredFrom, profileNameAt } from "./store-registered-from.ts"
import { memoryStorage } from "./memory-storage.fixtures.ts"
import { registeredFromStore } from "./stores/registered-from.ts"

beforeEach(() => vi.stubGlobal("localStorage", memoryStorage()))
afterEach(() => vi.unstubAllGlobals())

/** Dialogs opened one after the other on a page. */
const opened = (path: string, ...dialogs: ReadonlyArray<DialogName>) => {
  const log = new TestLog()
  const state$ = new BehaviorSubject(log.state)
  storeRegisteredFrom({ state$ }, () => path)
  for (const dialog of dialogs) state$.next(log.fact({ _tag: "DialogOpened", dialog }).state)
  return registeredFromStore.read().value
}

describe("the profile from which a visitor registers", () => {
  it("is remembered when registration opens there, and forgotten when it opens elsewhere", () => {
    expect(opened("/profile/lisa", "register")).toBe("lisa")
    expect(opened("/en/profile/mila", "logIn", "register")).toBe("mila")
    expect(opened("/en/profile/robin", "logIn")).toBe("mila")
    expect(opened("/toy-shows", "register")).toBeNull()
  })

  it("is read off a profile's path alone", () => {
    expect(["/profile/lisa", "/nl/profile/lisa"].map(profileNameAt)).toEqual(["lisa", "lisa"])
    expect(["/", "/profile", "/messenger/lisa", "/settings"].map(profileNameAt)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
