import { describe, expect, it } from "vitest"
import type { SaidLine } from "@foldcast/folds/room-state"
import { isByHost } from "./shown-lines.ts"

const line = (messageType: SaidLine["messageType"], isOwn: boolean): SaidLine => ({
  _tag: "Said",
  id: "1",
  at: 0,
  from: "Mila",
  message: "hoi",
  messageType,
  recipient: "room",
  isOwn,
})

describe("a line of the host", () => {
  it("is one that the service marks as hers, whatever name it bears, and never one's own", () => {
    const types = ["host", "vip", "member", "room", "notice"] as const
    expect(types.map((type) => isByHost(line(type, false)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(types.some((type) => isByHost(line(type, true)))).toBe(false)
  })
})
