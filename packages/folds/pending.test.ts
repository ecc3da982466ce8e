import { describe, expect, it } from "vitest"
import { MemberId } from "@foldcast/contracts/ids"
import { Draft } from "./draft.ts"
import { commandId, envelopeOf, TestLog } from "./log.fixtures.ts"
import { isPending, settle } from "./pending.ts"

describe("a command that ends", () => {
  it("is written to the site that the draft has copied already", () => {
    const log = new TestLog().fact({
      _tag: "CommandSent",
      commandId: commandId("a"),
      command: "LogIn",
    })
    const before = log.state
    const draft = new Draft(before)
    draft.moveTo(1, 1_000)
    const { site } = draft
    const loggedIn = {
      _tag: "LoggedIn",
      memberId: MemberId.make("m1"),
      username: "mo",
      verified: true,
    } as const
    settle(draft, envelopeOf(loggedIn, 1, commandId("a")))
    expect(draft.site).toBe(site)
    expect([isPending("LogIn")(before), isPending("LogIn")(draft.site)]).toEqual([true, false])
  })
})
