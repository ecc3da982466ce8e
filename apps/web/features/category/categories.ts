/**
 * The document's categories: those that its page came with, or the site's own if it came with none. They stay the
 * same for the document's lifetime, so that navigation, pages and router agree. Pure.
 */
import type { Category, CategoryMeta } from "@foldcast/contracts/queries/performers"
import { categoryText } from "@foldcast/messages/category-texts"
import { catalogueOf } from "@foldcast/rules/categories"
import { CATEGORIES_PATH } from "@foldcast/rules/grid/resources"
import { carriedAnswer, type PageAnswers } from "../../runtime/page-answers.ts"
import { readCategories } from "../performers/answers.ts"

export const CATALOGUE = catalogueOf(categoryText)

/** A category as the grid's bar shows it (GRID-13). */
export interface ShownCategory extends Category {
  /** True if its page is shown. */
  readonly selected: boolean
}

export type CategoryTab = CategoryMeta["h2Tabs"][number]

const read = new WeakMap<PageAnswers, ReadonlyArray<Category>>()

/** Sorted by position. */
export const categoriesIn = (pageAnswers: PageAnswers): ReadonlyArray<Category> => {
  const known = read.get(pageAnswers)
  if (known !== undefined) return known
  const told = readCategories(carriedAnswer(pageAnswers, CATEGORIES_PATH))?.categories ?? []
  const categories = told.length === 0 ? CATALOGUE : told
  const sorted = categories.toSorted((one, other) => one.position - other.position)
  read.set(pageAnswers, sorted)
  return sorted
}

/**
 * Undefined where no page has this slug (ROUTE-17): the gateway answers 404 to every such slug, also to a catalogue
 * category that the performer service does not have.
 */
export const categoryOf = (pageAnswers: PageAnswers, slug: string): Category | undefined =>
  categoriesIn(pageAnswers).find((category) => category.slug === slug)

export const withSelected = (
  categories: ReadonlyArray<Category>,
  slug: string | null,
): ReadonlyArray<ShownCategory> =>
  categories.map((category) => ({ ...category, selected: category.slug === slug }))

const says = (text: string) => text.trim() !== ""

/** Only tabs with all their texts (GRID-07). */
export const wholeTabs = ({ h2Tabs }: CategoryMeta): ReadonlyArray<CategoryTab> =>
  h2Tabs.filter(({ tab, title, content }) => [tab, title, content].every(says))
