import { describe, expect, it } from "vitest"
import { similarPath, similarTo } from "./similar.ts"

const one = (performerId: string, changed: Partial<Parameters<typeof similarTo>[0]> = {}) => ({
  performerId,
  onlineStatus: 3,
  age: 30,
  languages: ["nl"],
  cybertoy: 0,
  ...changed,
})
const mila = one("p_mila")
const namesOf = (others: ReadonlyArray<ReturnType<typeof one>>, most = 10) =>
  similarTo(mila, others, most).map(({ performerId }) => performerId)

describe("similar performers", () => {
  it("come from the list of her gender and of the languages she speaks", () => {
    const path = (gender: string | null, languages: ReadonlyArray<string>) =>
      new URL(similarPath({ gender, languages }, "nl"), "http://gateway.invalid").searchParams.get(
        "filter",
      )
    expect(path("trans", ["nl", "dk"])).toBe("gender_trans.languages_nl_en-dk-se")
    expect(path(null, [])).toBeNull()
    expect(path("somebody", ["xx"])).toBeNull()
  })

  it("are never herself, and no more than there is room for", () => {
    expect(namesOf([mila, one("p_1"), one("p_2")])).toEqual(["p_1", "p_2"])
    expect(namesOf([mila, one("p_1"), one("p_2")], 1)).toEqual(["p_1"])
  })

  it("are first who is in free chat, then who is online, in VIP or a pause, and offline", () => {
    const others = [0, 9, 5, 1, 3].map((onlineStatus) => one(`p_${onlineStatus}`, { onlineStatus }))
    expect(namesOf(others)).toEqual(["p_3", "p_1", "p_9", "p_5", "p_0"])
  })

  it("are of those first who is most like her, by age, language and toy, and then by the list's order", () => {
    expect(
      namesOf([
        one("older", { age: 48 }),
        one("toy", { cybertoy: 3 }),
        one("alike", { age: 33 }),
        one("alike too", { age: 27 }),
        one("other", { age: 50, languages: ["de"], cybertoy: 3 }),
      ]),
    ).toEqual(["alike", "alike too", "toy", "older", "other"])
  })
})
