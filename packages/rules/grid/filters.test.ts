/** The filters and their text form: laws for every possible choice. */
import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  addFilter,
  combineFilters,
  CYBERTOY_DEFINITION,
  FILTER_GROUP_NAMES,
  FILTER_GROUPS,
  FILTER_SECTIONS,
  type FilterChip,
  filterChips,
  filterFrom,
  type FilterGroup,
  type GridFilter,
  isEmptyFilter,
  isFilterGroup,
  MAX_FILTER_LENGTH,
  NO_FILTER,
  readFilter,
  removeFilter,
  setFilter,
  writeFilter,
} from "./filters.ts"

const EVERY_CHIP: ReadonlyArray<FilterChip> = FILTER_GROUP_NAMES.flatMap((group) =>
  FILTER_GROUPS[group].map((value) => ({ group, value })),
)
const chosen = (chips: ReadonlyArray<FilterChip>) => chips.reduce(addFilter, NO_FILTER)

const index = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: EVERY_CHIP.length - 1 }))
const SAMPLE = Schema.Struct({
  chips: Schema.Array(index),
  others: Schema.Array(index),
  one: index,
  group: Schema.Literals(FILTER_GROUP_NAMES),
})
const chipAt = (at: number): FilterChip => EVERY_CHIP[at] ?? { group: "popular", value: "free" }
const samples = Effect.runSync(
  Arbitrary.sampleEffect(Arbitrary.schema(SAMPLE), { count: 1_500, size: 14, seed: 26 }),
).map(({ chips, others, one, group }) => ({
  chips: chips.map(chipAt),
  filter: chosen(chips.map(chipAt)),
  other: chosen(others.map(chipAt)),
  chip: chipAt(one),
  group,
}))

/** What the type does not express: known values in the table's order, without duplicates, no empty group. */
const isTidy = (filter: GridFilter) => {
  const groups = Object.keys(filter).filter(isFilterGroup)
  return (
    groups.length === Object.keys(filter).length &&
    groups.every((group) => {
      const values = filter[group] ?? []
      const inOrder = FILTER_GROUPS[group].filter((value) => values.includes(value))
      return values.length > 0 && JSON.stringify(values) === JSON.stringify(inOrder)
    })
  )
}

describe("the filters of a list", () => {
  it("have free and toy among the popular [GRID-15]", () => {
    expect(FILTER_GROUPS.popular).toEqual(["free", "toy"])
    expect(FILTER_SECTIONS.popular).toEqual(["popular"])
  })

  it("have four ranges of ages and six languages, of which English, Danish and Swedish are one [GRID-17] [GRID-18]", () => {
    expect(FILTER_GROUPS.age).toEqual(["18-24", "24-30", "30-50", "50-100"])
    expect(FILTER_GROUPS.languages).toEqual(["nl", "en-dk-se", "fr", "de", "es", "it"])
  })

  it("have the appearance, with the sizes from 1 to 4 [GRID-19] [GRID-20]", () => {
    expect(FILTER_SECTIONS.appearance).toEqual([
      ...["ethnicity", "hairColor", "physique", "breastSize", "penisSize", "shaved", "piercings"],
    ])
    for (const group of FILTER_SECTIONS.appearance) {
      expect(FILTER_GROUPS[group].length).toBeGreaterThan(1)
    }
    expect(FILTER_GROUPS.breastSize).toEqual(["1", "2", "3", "4"])
    expect(FILTER_GROUPS.penisSize).toEqual(["1", "2", "3", "4"])
  })

  it("have every named status, and a toy of one's own as code 1 or 2 [GRID-21]", () => {
    expect(FILTER_GROUPS.onlineStatus).toEqual([
      ...["online", "live", "vip", "free", "pause", "offline"],
    ])
    expect(CYBERTOY_DEFINITION).toEqual([1, 2])
    for (const code of CYBERTOY_DEFINITION) expect(FILTER_GROUPS.cybertoy).toContain(String(code))
  })

  it("stand under one heading at most", () => {
    const offered: ReadonlyArray<FilterGroup> = Object.values(FILTER_SECTIONS).flat()
    expect(new Set(offered).size).toBe(offered.length)
  })
})

describe("choosing a filter", () => {
  it("adds, removes, sets and replaces values, with a chip for each that is chosen [GRID-26]", () => {
    for (const { filter, chip, group, other } of samples) {
      const added = addFilter(filter, chip)
      expect(filterChips(added)).toContainEqual(chip)
      expect(new Set(filterChips(added).map((one) => JSON.stringify(one)))).toEqual(
        new Set([...filterChips(filter), chip].map((one) => JSON.stringify(one))),
      )
      const removed = removeFilter(added, chip)
      expect(filterChips(removed)).toEqual(
        filterChips(filter).filter((one) => one.group !== chip.group || one.value !== chip.value),
      )
      const replaced = setFilter(filter, group, other[group] ?? [])
      expect(filterChips(replaced).filter((one) => one.group === group)).toEqual(
        filterChips(other).filter((one) => one.group === group),
      )
      expect(filterChips(replaced).filter((one) => one.group !== group)).toEqual(
        filterChips(filter).filter((one) => one.group !== group),
      )
    }
  })

  it("has the same result in whatever order it is done, and a second time", () => {
    for (const { chips, filter, chip } of samples) {
      expect(chosen(chips.toReversed())).toEqual(filter)
      expect(chosen([...chips, ...chips])).toEqual(filter)
      expect(removeFilter(removeFilter(filter, chip), chip)).toEqual(removeFilter(filter, chip))
      expect(isTidy(filter)).toBe(true)
    }
  })

  it("leaves no value and no chip after a reset [GRID-27]", () => {
    expect(NO_FILTER).toEqual({})
    expect(filterChips(NO_FILTER)).toEqual([])
    expect(writeFilter(NO_FILTER)).toBe("")
    expect(isEmptyFilter(NO_FILTER)).toBe(true)
    for (const { filter } of samples) {
      expect(filterChips(filter).reduce(removeFilter, filter)).toEqual(NO_FILTER)
      expect(isEmptyFilter(filter)).toBe(filterChips(filter).length === 0)
    }
  })

  it("removes a group that is set to nothing, and nothing else [GRID-28]", () => {
    for (const { filter, group } of samples) {
      const without = setFilter(filter, group, [])
      expect(Object.keys(without)).toEqual(Object.keys(filter).filter((name) => name !== group))
      expect(setFilter(without, group, filter[group] ?? [])).toEqual(filter)
    }
  })

  it("drops values and groups that are not known", () => {
    expect(setFilter(NO_FILTER, "age", ["17-24", "24-30", "constructor"])).toEqual({
      age: ["24-30"],
    })
    expect(filterFrom({ toString: ["a"], shoeSize: ["39"], shaved: ["no", "maybe"] })).toEqual({
      shaved: ["no"],
    })
  })

  it("combines with a category, group by group: the visitor's values, else the category's", () => {
    for (const { filter, other } of samples) {
      const both = combineFilters(filter, other)
      expect(isTidy(both)).toBe(true)
      for (const group of FILTER_GROUP_NAMES) {
        expect(both[group]).toEqual(other[group] ?? filter[group])
      }
      expect(combineFilters(filter, NO_FILTER)).toEqual(filter)
      expect(combineFilters(NO_FILTER, filter)).toEqual(filter)
    }
  })
})

describe("the text of a filter", () => {
  it("is read as it was written, whatever was chosen", () => {
    for (const { filter, other } of samples) {
      const text = writeFilter(filter)
      expect(readFilter(text)).toEqual(filter)
      // In an address, none of it is escaped.
      expect(encodeURIComponent(text)).toBe(text)
      expect(writeFilter(other) === text).toBe(JSON.stringify(other) === JSON.stringify(filter))
    }
  })

  it("is written with dots and underscores, in one order whatever the order it is read in", () => {
    const filter = chosen([
      { group: "languages", value: "nl" },
      { group: "age", value: "24-30" },
      { group: "age", value: "18-24" },
    ])
    expect(writeFilter(filter)).toBe("age_18-24_24-30.languages_nl")
    expect(readFilter("languages_nl.age_24-30_18-24_24-30")).toEqual(filter)
  })

  it("fits into its limit with everything chosen", () => {
    const everything = writeFilter(chosen(EVERY_CHIP))
    expect(everything.length).toBeLessThan(MAX_FILTER_LENGTH)
    expect(readFilter(everything)).toEqual(chosen(EVERY_CHIP))
  })

  it.each([
    "age",
    "age_",
    "age_18-24.",
    ".age_18-24",
    "age_18-24_",
    "age_18-24.age_24-30",
    "age_17-24",
    "AGE_18-24",
    "toString_a",
    "__proto___a",
    "constructor_name",
    "age_18-24,24-30",
    " ",
    `age_${"18-24_".repeat(300)}18-24`,
  ])("is invalid with %s", (text) => {
    expect(readFilter(text)).toBeNull()
  })
})
