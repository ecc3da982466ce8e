/** Which lists of performers differ from the requested one. */
import { describe, expect, it } from "vitest"
import { listMismatches } from "./lists.ts"

const card = (id: string, told: object = {}) => ({
  user: { id, username: `Name ${id}` },
  rating: 50,
  onlineStatus: 3,
  dateOfBirth: "1998-04-30",
  languages: ["en"],
  cybertoy: 0,
  snapshot: null,
  nonude: null,
  firstCamSession: null,
  lastCamSession: 1_000,
  ...told,
})

const told = (query: string, ...performers: ReadonlyArray<object>) =>
  listMismatches(`/user/find?lang=en&${query}`, { performers }).map(
    ({ path, expected }) => `${path}: ${expected}`,
  )

const ORDERED = "ordering=free,lastCamSession,language,rating&language=en"

describe("verifying a list of performers", () => {
  it("demands the default ordering, and passes over what a missing status leaves open [GRID-38] [GRID-39] [GRID-49]", () => {
    const inOrder = [
      card("free", { rating: 40 }),
      card("free-worse", { rating: 30 }),
      card("free-of-another-language", { rating: 99, languages: ["nl"] }),
      card("online", { onlineStatus: 1, rating: 99, lastCamSession: 1 }),
      card("in-VIP", { onlineStatus: 5, rating: 98, lastCamSession: 2 }),
      card("offline", { onlineStatus: 0, rating: 1, lastCamSession: 900 }),
      card("offline-for-longer", { onlineStatus: undefined, rating: 99, lastCamSession: 800 }),
      card("never-here", { onlineStatus: 0, rating: 99, lastCamSession: null }),
    ].map((one) => JSON.parse(JSON.stringify(one)) as object)
    expect(told(ORDERED, ...inOrder)).toEqual([])
    for (let at = 1; at < inOrder.length; at += 1) {
      const [sooner = {}, later = {}] = [inOrder[at - 1], inOrder[at]]
      expect(told(ORDERED, later, sooner)).toEqual([
        "$.performers[1]: a place before $.performers[0], by free,lastCamSession,language,rating with en",
      ])
    }
    expect(told("page=1", ...inOrder.toReversed())).toEqual([])
  })

  it.each([
    [
      "firstCamSession",
      [{ firstCamSession: 900 }, { firstCamSession: 800, rating: 99 }, { firstCamSession: null }],
    ],
    ["rating", [{ rating: 90, onlineStatus: 0 }, { rating: 80 }, { rating: 0, lastCamSession: 9 }]],
    [
      "username",
      // The last one is two UTF-16 units, of which the first is lower than the letter before it.
      ["É-Anna", "eanne", "eannes", "Fay", "\uFA0E", "\u{10428}"].map((username, at) => ({
        user: { id: 9 - at, username },
      })),
    ],
  ])("demands the order by %s, and no other [FIND-08]", (ordering, cards) => {
    const inOrder = cards.map((one, at) => card(`p_${at}`, one))
    expect(told(`ordering=${ordering}`, ...inOrder)).toEqual([])
    for (let at = 1; at < inOrder.length; at += 1) {
      const [sooner = {}, later = {}] = [inOrder[at - 1], inOrder[at]]
      expect(told(`ordering=${ordering}`, later, sooner)).toEqual([
        `$.performers[1]: a place before $.performers[0], by ${ordering}`,
      ])
    }
  })

  it("accepts equals in any order, since no last criterion is agreed", () => {
    expect(told(ORDERED, card("b"), card("a"))).toEqual([])
  })

  it.each([
    ["onlineStatus=free,vip", { onlineStatus: 5 }, { onlineStatus: 1 }],
    ["onlineStatus=offline", { onlineStatus: 0 }, { onlineStatus: 9 }],
    ["languages=en-dk-se", { languages: ["se"] }, { languages: ["nl", "de"] }],
    ["cybertoy=3,5", { cybertoy: 5 }, { cybertoy: 1 }],
    [
      "username=anna",
      { user: { id: "1", username: "Anna" } },
      { user: { id: "2", username: "An" } },
    ],
    ["ids=p_1,7", { user: { id: 7, username: "Anna" } }, { user: { id: "p_2", username: "Anna" } }],
  ])("names every performer who does not pass %s [API-035] [API-048]", (query, passing, other) => {
    expect(told(query, card("1", passing))).toEqual([])
    expect(told(query, card("1", passing), card("2", other))).toEqual([
      `$.performers[1]: a performer who passes ${query}`,
    ])
  })

  it("demands no more than a page, and nobody twice", () => {
    expect(told("limit=2", card("1"), card("2"))).toEqual([])
    expect(told("limit=1", card("1"), card("1"))).toEqual([
      "$.performers: at most 1 performers",
      "$.performers[1].user.id: somebody who is not in the list yet",
    ])
  })

  it("leaves what is no list to the check of its fields", () => {
    expect(told("limit=0", { user: { id: "1" } })).toEqual([])
    expect(listMismatches("/user/count?limit=0", { count: 2 })).toEqual([])
  })
})
