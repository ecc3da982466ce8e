import { describe, expect, it } from "vitest"
import { item, message, writtenTo } from "../../screens/conversations.fixture.ts"
import { newlyWritten, popUpItems } from "./pop-up-items.ts"
import { popUpsThatFit, popUpsTooMany } from "./pop-ups-room.ts"

const of = (id: string, unread: number, by: "member" | "performer" = "performer") =>
  item(`c-${id}`, writtenTo(id, id), message(9, by, id), { unread })
const popUp = (performerId: string, isMinimised = false) => ({ performerId, isMinimised })

describe("the room for pop-ups", () => {
  it("is for four at most, for as many as stand beside a margin of 5 rem, and for one on a phone [MSG-44, MSG-45, MSG-46, MSG-47]", () => {
    const widths = [320, 1_023, 1_024, 1_111, 1_112, 1_460, 3_000]
    expect(widths.map(popUpsThatFit)).toEqual([1, 1, 2, 2, 3, 4, 4])
  })

  it("is made by the oldest", () => {
    const four = ["p1", "p2", "p3", "p4"].map((id) => popUp(id))
    expect(popUpsTooMany(four, 1_280).map(({ performerId }) => performerId)).toEqual(["p1"])
    expect(popUpsTooMany(four, 1_500)).toEqual([])
  })
})

describe("what pop-ups show", () => {
  const items = [of("p1", 2), of("p2", 0), of("p3", 1, "member")]

  it("are those that are open and whose conversation is known, with what the list says of them [MSG-42]", () => {
    expect(popUpItems([popUp("p2", true), popUp("p9"), popUp("p1")], items)).toMatchObject([
      { partner: { performerId: "p2", conversationId: "c-p2" }, unread: 0, isMinimised: true },
      { partner: { performerId: "p1", username: "p1" }, unread: 2, isMinimised: false },
    ])
  })

  it("become more by a performer's message that came since, where nothing is open for it", () => {
    const { createdAt } = message(9, "performer", "p1")
    const ids = (since: number, popUps: ReadonlyArray<ReturnType<typeof popUp>>) =>
      newlyWritten(items, popUps, since).map(({ other }) => other.userid)
    expect(ids(createdAt, [])).toEqual(["p1"])
    expect(ids(createdAt + 1, [])).toEqual([])
    expect(ids(createdAt, [popUp("p1", true)])).toEqual([])
  })
})
