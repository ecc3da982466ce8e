import { describe, expect, it } from "vitest"
import { QUICK_TIPS, TOY_TIPS } from "@foldcast/contracts/chat-rules"
import type { MemberId } from "@foldcast/contracts/ids"
import { favouriteIds } from "./favourites.ts"
import { TestLog } from "./log.fixtures.ts"
import { streamMember } from "./stream-member.ts"

const entered = () =>
  new TestLog()
    .event({
      _tag: "LoggedIn",
      memberId: "m1" as MemberId,
      username: "robin",
      verified: true,
    })
    .event({
      _tag: "MemberLoaded",
      username: "robin",
      capName: "Robin",
      email: "robin@example.invalid",
      verified: true,
      endUserText: "text",
      lander: "main",
      showChangeUsername: true,
    })

describe("the member as rooms and the messenger use them", () => {
  it("is everything that is known of them in one value", () => {
    const log = entered()
      .event({ _tag: "CreditsChanged", credits: 340 })
      .event({ _tag: "FavouritesListed", performerIds: ["7", "9"] })
      .fact({ _tag: "MessageWanted", performerId: "7" })
    expect(streamMember(log.state)).toEqual({
      username: "robin",
      capName: "Robin",
      email: "robin@example.invalid",
      credits: 340,
      favourites: [{ performerId: "7" }, { performerId: "9" }],
      isVerified: true,
      endUserText: "text",
      lander: "main",
      showChangeUsername: true,
      msgOnLogin: true,
      creditTips: QUICK_TIPS,
      toyTips: TOY_TIPS,
    })
  })

  it("is absent for a guest, and nothing of it outlives the log-out", () => {
    const log = new TestLog().fact({ _tag: "MessageWanted", performerId: "7" })
    expect(streamMember(log.state)).toBeNull()
    const left = entered()
      .event({ _tag: "FavouritesListed", performerIds: ["7"] })
      .event({ _tag: "LoggedOut", reason: "requested" })
    expect(streamMember(left.state)).toBeNull()
    expect(favouriteIds(left.state)).toBeNull()
    expect(left.state.account.messageOnLogIn).toBeNull()
  })

  it("drops the performer when the message is no longer wanted", () => {
    const log = entered()
      .fact({ _tag: "MessageWanted", performerId: "7" })
      .fact({ _tag: "MessageWanted", performerId: null })
    expect(streamMember(log.state)?.msgOnLogin).toBe(false)
  })
})
