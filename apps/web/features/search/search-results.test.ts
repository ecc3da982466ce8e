import { describe, expect, it } from "vitest"
import { escaped, nextOption } from "./option-keys.ts"
import { performer } from "../../screens/performers.fixture.ts"
import { foundPerformers, inOrder, performersNamed, stillMatching } from "./search-results.ts"

const named = (...usernames: ReadonlyArray<string>) =>
  usernames.map((username) => performer(0, { performerId: `p_${username}`, username }))
const names = (found: ReadonlyArray<{ readonly username: string }>) =>
  found.map(({ username }) => username)

describe("the search's list", () => {
  const remote = { typed: "rob", performers: named("Robin", "MoonRob", "Robert") }

  it("is the gateway's answer to exactly this text, in its order", () => {
    expect(names(stillMatching(" ROB ", remote))).toEqual(["Robin", "MoonRob", "Robert"])
  })

  it("is what still fits of the previous answer, while another is on its way", () => {
    expect(names(stillMatching("robin", remote))).toEqual(["Robin"])
    expect(names(stillMatching("luna", remote))).toEqual([])
    expect(names(stillMatching("Mòon-rob", remote))).toEqual(["MoonRob"])
  })

  it("has nothing from the gateway for fewer than three letters [GRID-43]", () => {
    expect(stillMatching("ro", remote)).toEqual([])
    expect(stillMatching("ro ", remote)).toEqual([])
    expect(stillMatching("r-o", remote)).toEqual([])
  })

  it("is stepped through in the order in which it is shown [GRID-42]", () => {
    const matches = foundPerformers("rob", named("Rob9", "Luna"), remote)
    expect(names(inOrder(matches))).toEqual(["Rob9", "Robert", "Robin", "MoonRob"])
  })

  it("is asked for by the text and told to the log without it", () => {
    const { path, key } = performersNamed(" a&b ", "en")
    expect([path, key]).toEqual([
      "/api/performers/autocomplete?username=a%26b&lang=en&limit=10",
      "/api/performers/autocomplete",
    ])
  })
})

describe("the keys of the search", () => {
  const options = ["a", "b"]

  it("step through the options, out at either end, and back in", () => {
    expect(nextOption("ArrowDown", null, options)).toBe("a")
    expect(nextOption("ArrowDown", "a", options)).toBe("b")
    expect(nextOption("ArrowDown", "b", options)).toBe(null)
    expect(nextOption("ArrowUp", null, options)).toBe("b")
    expect(nextOption("ArrowUp", "b", options)).toBe("a")
    expect(nextOption("ArrowUp", "a", options)).toBe(null)
  })

  it("do nothing where they are not the search's", () => {
    expect(nextOption("ArrowDown", null, [])).toBeUndefined()
    for (const key of ["ArrowLeft", "Home", "a"]) {
      expect(nextOption(key, "a", options)).toBeUndefined()
    }
  })

  it("clear the text first, then close the list [GRID-44]", () => {
    expect([escaped("rob"), escaped("")]).toEqual(["clears", "closes"])
  })
})
