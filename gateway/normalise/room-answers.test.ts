/** The facts of entering a lobby. */
import { describe, expect, it } from "vitest"
import { lobbyEntered, paidRoomEntered } from "./room-answers.ts"

const lobby = (nicknameRefused?: string) =>
  lobbyEntered("p7", {
    auth: "the-word-of-a-session",
    session: "cs_1",
    nickname: "anon1234567",
    ...(nicknameRefused !== undefined && { nicknameRefused }),
    room: { mode: "free", count: 1, members: ["anon1234567"] },
  })
const paid = (nicknameRefused?: string) =>
  paidRoomEntered("p7", "chat", {
    token: "the-word-of-a-session",
    session: "cs_1",
    nickname: "anon1234567",
    ...(nicknameRefused !== undefined && { nicknameRefused }),
    creditsPerMinute: 60,
  })

describe.each([
  ["free", lobby],
  ["paid", paid],
])("the answer to entering a %s room", (_, enter) => {
  it("says why a viewer did not get the name that they had", () => {
    expect(enter("badRequest.lookalike")[0]).toMatchObject({
      _tag: "RoomJoined",
      nickname: "anon1234567",
      nicknameRefused: "badRequest.lookalike",
    })
  })

  it("says nothing of a name that stays, and no reason that is not listed", () => {
    expect(enter()[0]).not.toHaveProperty("nicknameRefused")
    expect(enter("anna@example.test has it")[0]).toMatchObject({ nicknameRefused: "unlisted" })
  })
})
