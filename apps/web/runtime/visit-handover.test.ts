import { describe, expect, it } from "vitest"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import { VISIT_IS_OVER } from "@foldcast/contracts/commands/no-answer"
import type { CommandId, TabId } from "@foldcast/contracts/ids"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { foldAll } from "@foldcast/folds/site"
import type { SiteState } from "@foldcast/folds/site-state"
import "@foldcast/folds/with-messages"
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
        messages: [],
      })
    }
  })

  it("receives the same member's pop-ups, and their messages that nobody answered as such", () => {
    const said: ReadonlyArray<ClientFact> = [
      { _tag: "PopUpOpened", performerId: "p1" },
      {
        _tag: "CommandSent",
        commandId: "command-1" as CommandId,
        command: "SendPrivateMessage",
        performerId: "p1",
        message: "Hi",
      },
    ]
    const folded = (state: SiteState, facts: ReadonlyArray<ClientFact>) =>
      foldAll(
        state,
        facts.map((fact, n) => ({ kind: "client", fact: { n, after: 0, at: 0, fact } })),
      )
    const shown = folded(robin, said)
    const carried = visitHandover(shown, robin, true)?.messages ?? []
    const next = folded(robin, carried)
    expect(next.popUps).toEqual(shown.popUps)
    expect(next.messages?.outgoing).toMatchObject([
      {
        commandId: "command-1",
        sending: { _tag: "Failed", label: VISIT_IS_OVER, mayBeSent: true },
      },
    ])
    expect(visitHandover(shown, memberCalled("noor", guest), true)?.messages).toEqual([])
    expect(visitHandover(shown, guest, true)?.messages).toEqual([])
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
