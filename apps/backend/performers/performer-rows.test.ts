import { describe, expect, it } from "vitest"
import { STATUSES } from "@foldcast/rules/performer-attributes"
import { gridPerformer } from "./performer-rows.ts"

const row = (online_status: number, away: string | null) => ({
  id: "p_1",
  username: "Mila",
  rating: 90,
  online_status,
  date_of_birth: "2000-01-01",
  languages: 1,
  cybertoy: 0,
  first_cam_session: null,
  last_cam_session: null,
  snapshot: { path: "/media/p_1/snapshots/0.jpg", colour: "#102030" },
  away: away === null ? null : { path: away, colour: "#102030" },
  nonude: null,
})

describe("a performer's picture in a list", () => {
  it("is the one of somebody who is away while she is offline, and her portrait in every other status", () => {
    const away = "/media/p_1/snapshots/away.jpg"
    for (const status of STATUSES) {
      const { snapshot } = gridPerformer(row(status, away))
      expect(snapshot?.url).toBe(status === 0 ? away : "/media/p_1/snapshots/0.jpg")
    }
  })

  it("is her portrait, offline too, where she has no other", () => {
    expect(gridPerformer(row(0, null)).snapshot?.url).toBe("/media/p_1/snapshots/0.jpg")
  })
})
