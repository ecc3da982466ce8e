import { describe, expect, it } from "vitest"
import {
  FILTER_GROUP_NAMES,
  FILTER_GROUPS,
  FILTER_SECTIONS,
  type FilterChip,
  filterChips,
  filterFrom,
} from "@foldcast/rules/grid/filters"
import { speakIn } from "../../screens/spoken-locale.fixture.ts"
import { FILTER_GROUP_LABELS, filterChipName, filterValueName } from "./filter-names.ts"
import { FILTER_SECTION_NAMES } from "./filter-sections.ts"

const ALL = filterChips(filterFrom(FILTER_GROUPS))
const OFFERED = new Set<string>(Object.values(FILTER_SECTIONS).flat())
const isOffered = ({ group }: FilterChip) => OFFERED.has(group)

describe.each(["nl", "en"] as const)("the names of filters in %s", (locale) => {
  speakIn(locale)

  it("tell the values of a group apart", () => {
    for (const group of FILTER_GROUP_NAMES) {
      const names = FILTER_GROUPS[group].map((value) => filterValueName({ group, value }))
      expect([group, new Set(names).size]).toEqual([group, names.length])
      expect(names.every((name) => name.trim() !== "")).toBe(true)
      expect(FILTER_GROUP_LABELS[group]()).not.toBe("")
    }
  })

  it("tell all chips apart where they stand alone", () => {
    const names = ALL.filter(isOffered)
      // The popular group repeats values of other groups, with the same names.
      .filter(({ group }) => group !== "popular")
      .map(filterChipName)
    expect(new Set(names).size).toBe(names.length)
  })

  it("give every section a heading of its own", () => {
    const names = Object.values(FILTER_SECTION_NAMES).map((name) => name())
    expect(new Set(names).size).toBe(Object.keys(FILTER_SECTIONS).length)
  })
})

describe("a chip", () => {
  speakIn("en")

  it("names its group where its value alone does not say it", () => {
    expect(filterChipName({ group: "hairColor", value: "brown" })).toBe("Hair color: Brown")
    expect(filterChipName({ group: "age", value: "18-24" })).toBe("18–24 years")
    expect(filterChipName({ group: "age", value: "50-100" })).toBe("50 years and older")
  })

  it("has its raw value as its name where it is none of ours", () => {
    expect(filterValueName({ group: "shaved", value: "constructor" })).toBe("constructor")
  })
})
