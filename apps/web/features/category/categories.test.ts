import { describe, expect, it } from "vitest"
import type { Category, CategoryMeta } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { CATALOGUE_CATEGORIES } from "@foldcast/rules/categories"
import { CATEGORIES_PATH } from "@foldcast/rules/grid/resources"
import { NO_PAGE_ANSWERS } from "../../runtime/page-answers.ts"
import { CATALOGUE, categoriesIn, categoryOf, wholeTabs, withSelected } from "./categories.ts"

const meta = (name: string): CategoryMeta => ({
  name,
  mobileImageBg: null,
  main: { title: name, content: "" },
  h2Tabs: [],
})
const category = (slug: string, position: number): Category => ({
  slug,
  key: slug,
  position,
  highlight: { active: false },
  filters: { age: ["18-24"] },
  meta: { nl: meta(slug), en: meta(slug) },
})
const pageAnswers = (body: unknown) => ({ now: 0, cameAt: 0, bodies: { [CATEGORIES_PATH]: body } })
const told = pageAnswers({ categories: [category("late", 2), category("early", 1)] })
const slugs = (categories: ReadonlyArray<Category>) => categories.map(({ slug }) => slug)

describe("the categories of a document", () => {
  it("are those that came with its page, in their order, and stay the same as long as it lives", () => {
    expect(slugs(categoriesIn(told))).toEqual(["early", "late"])
    expect(categoriesIn(told)).toBe(categoriesIn(told))
  })

  it.each([
    ["none", NO_PAGE_ANSWERS],
    ["an empty list", pageAnswers({ categories: [] })],
    ["what cannot be read", pageAnswers({ categories: [{ slug: 1 }] })],
  ])("are the catalogue's where it came with %s", (_name, given) => {
    expect(slugs(categoriesIn(given))).toEqual([...CATALOGUE_CATEGORIES])
  })

  it("are found by their slugs, and no others are [ROUTE-16, ROUTE-17]", () => {
    expect(categoryOf(told, "late")?.position).toBe(2)
    expect(categoryOf(NO_PAGE_ANSWERS, "toy-shows")?.key).toBe("toy")
    // The gateway has no such page either, once the service has listed its categories.
    for (const slug of ["", "later", "toy-shows", "constructor", "__proto__"]) {
      expect(categoryOf(told, slug)).toBeUndefined()
    }
  })

  it("have the texts that they are shown with, and the shown one is marked [GRID-13, GRID-14]", () => {
    const [early, late] = withSelected(categoriesIn(told), "late")
    expect([early?.selected, late?.selected]).toEqual([false, true])
    expect(Object.keys(late ?? {}).toSorted()).toEqual([
      "filters",
      "highlight",
      "key",
      "meta",
      "position",
      "selected",
      "slug",
    ])
    expect(Object.keys(late?.meta.en ?? {}).toSorted()).toEqual([
      "h2Tabs",
      "main",
      "mobileImageBg",
      "name",
    ])
    expect(withSelected(categoriesIn(told), null).some(({ selected }) => selected)).toBe(false)
  })
})

describe("the built-in catalogue", () => {
  it("names toy shows, new cams, free cams, 18–24 and the favourites in both languages [GRID-09]", () => {
    const names = (locale: "nl" | "en") => [
      ...CATALOGUE.map((entry) => entry.meta[locale].name),
      m.favourites_title({}, { locale }),
    ]
    expect(names("en")).toEqual(["Toy shows", "New cams", "Free cams", "18–24", "Favorites"])
    expect(names("nl")).toEqual([
      "Toyshows",
      "Nieuwe cams",
      "Gratis cams",
      "18–24 jaar",
      "Favorieten",
    ])
  })
})

describe("a category's tabs", () => {
  const whole = { tab: "Tab", title: "Title", content: "Content", image: null }

  it("are those that have a label, a title and a content [GRID-07]", () => {
    const h2Tabs = [
      whole,
      { ...whole, tab: "" },
      { ...whole, title: " " },
      { ...whole, content: "\n" },
      { ...whole, image: "/media/x.jpg" },
    ]
    expect(wholeTabs({ ...meta("x"), h2Tabs })).toEqual([
      whole,
      { ...whole, image: "/media/x.jpg" },
    ])
  })
})
