/** Cards render again only where their text changes. */
import { describe, expect, it } from "vitest"
import { performer, performers } from "../../screens/performers.fixture.ts"
import { speakIn } from "../../screens/spoken-locale.fixture.ts"
import { cardLine, cardName } from "../performers/card-texts.ts"
import { cardMoment, saysTheSame } from "./card-moment.ts"
import { gridWithNextPage, gridWithStatuses, loadedGrid } from "../performers/grid-data.ts"

const AT = 1_790_000_000_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe("the moment from which a card counts", () => {
  speakIn("nl")

  it.each([
    ["never there", null],
    ["there in a moment, by a clock that is behind", AT + HOUR],
    ["there just now", AT - MINUTE],
    ["there an hour ago to the millisecond", AT - HOUR],
    ["there some hours ago", AT - 5.7 * HOUR],
    ["there two days ago", AT - 49 * HOUR],
  ])("shows for somebody %s what the list's own moment would", (_, lastCamSession) => {
    for (const onlineStatus of [0, 1, 3, 5, 9]) {
      const one = performer(1, { onlineStatus, lastCamSession })
      const moment = cardMoment(one, AT)
      expect(cardLine(one, moment, "nl")).toBe(cardLine(one, AT, "nl"))
      expect(cardName(one, moment, "nl")).toBe(cardName(one, AT, "nl"))
    }
  })

  it("stays the same while a list is asked for again and again, until another hour has passed", () => {
    const gone = performer(1, { onlineStatus: 0, lastCamSession: AT - 2 * HOUR })
    const moments = [0, 30_000, 59 * MINUTE].map((later) => cardMoment(gone, AT + later))
    expect(new Set(moments).size).toBe(1)
    expect(cardMoment(gone, AT + HOUR)).not.toBe(moments[0])
    const there = performer(1)
    expect(cardMoment(there, AT + 100 * HOUR)).toBe(cardMoment(there, AT))
  })
})

describe("a part of a list", () => {
  const PART = 30
  const LOADED = loadedGrid(performers(0, 60), { pages: 2, limit: PART, at: AT })
  const partAt = ({ list, at }: typeof LOADED, part: number) => ({
    performers: list.performers.slice(part * PART, (part + 1) * PART),
    coming: 0,
    from: part * PART,
    at,
    links: "/profile/performer.name",
  })
  const sameParts = (now: typeof LOADED) =>
    [0, 1].map((part) => saysTheSame(partAt(LOADED, part), partAt(now, part)))

  it("renders for a status only where it has that performer's card", () => {
    expect(sameParts(gridWithStatuses(LOADED, { p_4: 9 }))).toEqual([false, true])
    expect(sameParts(gridWithStatuses(LOADED, { p_77: 9 }))).toEqual([true, true])
  })

  it("does not render when more pages come behind it, or it is answered again later", () => {
    const more = { performers: performers(60, PART), page: 3, limit: PART }
    expect(sameParts(gridWithNextPage(LOADED, more, AT + MINUTE))).toEqual([true, true])
    expect(sameParts({ ...LOADED, at: AT + HOUR })).toEqual([true, true])
  })
})
