import { describe, expect, it } from "vitest"
import type { TabId } from "@foldcast/contracts/ids"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { memberCalled } from "./member-called.fixtures.ts"
import { restoredFacts, visitHandover } from "./visit-handover.ts"

const guest: SiteState = INITIAL_STATE
const robin = memberCalled("robin", guest)
const withDialog = (state: SiteState): SiteState => ({ ...state, dialogs: { open: "logIn" } })

describe("a visit that replaces another under an open document", () => {
  it("is not shown before it says who the visitor is, where a member was shown", () => {
    expect(visitHandover(robin, guest, false)).toBeNull()
    expect(visitHandover(robin, robin, false)).not.toBeNull()
    expect(visitHandover(guest, guest, false)).not.toBeNull()
  })

  it("receives what the same visitor had open", () => {
    expect(visitHandover(withDialog(robin), robin, true)).toMatchObject({
      isOtherVisitor: false,
      closesPayWindow: false,
      slice: { dialog: "logIn" },
    })
    expect(visitHandover(robin, robin, true)?.slice).toBeNull()
  })

  it("receives nothing of another member, and the bank's tab is closed", () => {
    for (const next of [guest, memberCalled("noor", guest)]) {
      expect(visitHandover(withDialog(robin), next, true)).toEqual({
        isOtherVisitor: true,
        closesPayWindow: true,
        slice: null,
      })
    }
  })

  it("receives what a guest had open who has logged in since", () => {
    expect(visitHandover(withDialog(guest), robin, true)).toMatchObject({
      isOtherVisitor: false,
      slice: { dialog: "logIn" },
    })
  })
})

it("a visit begins with what the tab carries, then its page and its consent, as far as they are known", () => {
  const slice = { dialog: null, basket: null, openSessionIds: [] }
  const navigated = { _tag: "Navigated", path: "/en" } as const
  const tab = "tab-1" as TabId
  expect(restoredFacts({ tab, slice }, navigated as never, "accepted")).toEqual([
    { _tag: "TabRestored", tab, slice },
    navigated,
    { _tag: "ConsentChosen", choice: "accepted" },
  ])
  expect(restoredFacts(null, null, null)).toEqual([])
})
