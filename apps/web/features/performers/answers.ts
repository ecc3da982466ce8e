/**
 * The gateway's answers about performers as resources read by hand (contracts, queries/performers): lists,
 * counts, names, categories. What a profile needs is in profile-answers.ts, which no first page loads.
 *
 * Pure.
 */
import { isPerformerId } from "@foldcast/contracts/performer-id"
import type {
  AutocompleteNamesAnswer,
  CategoriesList,
  Category,
  CategoryMeta,
  PerformerSummary,
  PerformerCountAnswer,
  PerformerName,
  PerformersAnswer,
  Picture,
} from "@foldcast/contracts/queries/performers"
import type { ReadBody } from "../../runtime/queries.ts"
import {
  dictionaryOf,
  type Is,
  isFlag,
  isNumber,
  isText,
  listOf,
  orNull,
  reader,
  recordOf,
} from "./answer-checks.ts"

const ALL_STATUS_BITS = 15

const isId: Is<PerformerSummary["performerId"]> = (
  value,
): value is PerformerSummary["performerId"] => isText(value) && isPerformerId(value)
const isStatus: Is<number> = (value): value is number =>
  Number.isInteger(value) && isNumber(value) && value >= 0 && value <= ALL_STATUS_BITS

export const isPicture: Is<Picture> = recordOf<Picture>({ url: isText, colour: orNull(isText) })

/** The members of a card, which a profile has too. */
export const CARD_CHECKS: {
  readonly [Name in keyof PerformerSummary]: Is<PerformerSummary[Name]>
} = {
  performerId: isId,
  username: isText,
  rating: isNumber,
  onlineStatus: isStatus,
  age: isNumber,
  languages: listOf(isText),
  cybertoy: isNumber,
  picture: orNull(isPicture),
  nonude: orNull(isPicture),
  firstCamSession: orNull(isNumber),
  lastCamSession: orNull(isNumber),
}

export const readPerformers: ReadBody<PerformersAnswer> = reader(
  recordOf<PerformersAnswer>({
    at: isNumber,
    performers: listOf(recordOf<PerformerSummary>(CARD_CHECKS)),
    page: isNumber,
    limit: isNumber,
    hasMorePages: isFlag,
  }),
)

export const readPerformerCount: ReadBody<PerformerCountAnswer> = reader(
  recordOf<PerformerCountAnswer>({ count: isNumber }),
)

export const readAutocompleteNames: ReadBody<AutocompleteNamesAnswer> = reader(
  recordOf<AutocompleteNamesAnswer>({
    performers: listOf(recordOf<PerformerName>({ performerId: isId, username: isText })),
  }),
)

const isCategoryMeta = recordOf<CategoryMeta>({
  name: isText,
  mobileImageBg: orNull(isText),
  main: recordOf<CategoryMeta["main"]>({ title: isText, content: isText }),
  h2Tabs: listOf(
    recordOf<CategoryMeta["h2Tabs"][number]>({
      tab: isText,
      title: isText,
      content: isText,
      image: orNull(isText),
    }),
  ),
})

const isCategory = recordOf<Category>({
  slug: isText,
  key: isText,
  position: isNumber,
  highlight: recordOf<Category["highlight"]>({ active: isFlag }),
  filters: dictionaryOf(listOf(isText)),
  meta: recordOf<Category["meta"]>({ nl: isCategoryMeta, en: isCategoryMeta }),
})

export const readCategories: ReadBody<CategoriesList> = reader(
  recordOf<CategoriesList>({ categories: listOf(isCategory) }),
)
