import { describe, expect, it } from "vitest"
import { memberId } from "../log/visit-log.fixtures.ts"
import { writerOf } from "../log/writer.ts"
import { RecentLines } from "./recent-lines.ts"
import type { LiveVisit } from "./registry.ts"

const [anna, bert] = [writerOf(memberId("anna")), writerOf(memberId("bert"))]

const line = (writer: typeof anna, lineId: string, receivers: number) => ({
  writer,
  marker: { _tag: "RoomLineErased", performerId: "p7", lineId, line: "message" } as const,
  visits: Array.from({ length: receivers }, () => ({}) as LiveVisit),
})
const ids = (lines: ReturnType<RecentLines["take"]>) => lines.map(({ marker }) => marker.lineId)

describe("the recent lines", () => {
  it("of a writer are answered oldest first when they are taken, and removed", () => {
    const heard = new RecentLines()
    for (const each of [line(anna, "1", 1), line(bert, "2", 1), line(anna, "3", 2)])
      heard.note(each)
    expect(ids(heard.take(anna))).toEqual(["1", "3"])
    expect(ids(heard.take(anna))).toEqual([])
    expect(ids(heard.take(bert))).toEqual(["2"])
  })

  it("are the newest ones, limited by lines and by receivers", () => {
    const few = new RecentLines({ lines: 2, receivers: 100 })
    for (const id of ["1", "2", "3"]) few.note(line(anna, id, 1))
    expect(ids(few.take(anna))).toEqual(["2", "3"])
    const crowded = new RecentLines({ lines: 100, receivers: 10 })
    for (const id of ["1", "2", "3"]) crowded.note(line(anna, id, 4))
    expect(ids(crowded.take(anna))).toEqual(["2", "3"])
    crowded.note(line(anna, "too many", 11))
    expect(ids(crowded.take(anna))).toEqual([])
    for (const id of ["4", "5"]) crowded.note(line(anna, id, 5))
    expect(ids(crowded.take(anna))).toEqual(["4", "5"])
  })
})
