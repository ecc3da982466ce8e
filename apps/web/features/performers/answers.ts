/**
 * The gateway's answers about performers as resources with hand-written readers (contracts, queries/performers):
 * lists, counts, categories. The readers for profiles are in profile-answers.ts, which no first page loads.
 * Pure.
 */
import { isPerformerId } from "@foldcast/contracts/performer-id"
import type {
  CategoriesList,
  Category,
  CategoryMeta,
  PerformerSummary,
  PerformerCountAnswer,
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
  readList,
  orNull,
  reader,
  readRecord,
} from "./answer-checks.ts"

const ALL_STATUS_BITS = 15

const isId: Is<PerformerSummary["performerId"]> = (
  value,
): value is PerformerSummary["performerId"] => isText(value) && isPerformerId(value)
const isStatus: Is<number> = (value): value is number =>
  Number.isInteger(value) && isNumber(value) && value >= 0 && value <= ALL_STATUS_BITS

export const isPicture: Is<Picture> = readRecord<Picture>({ url: isText, colour: orNull(isText) })

/** The checks of a card's members; a profile has the same members. */
export const CARD_CHECKS: {
  readonly [Name in keyof PerformerSummary]: Is<PerformerSummary[Name]>
} = {
  performerId: isId,
  username: isText,
  rating: isNumber,
  onlineStatus: isStatus,
  age: isNumber,
  languages: readList(isText),
  cybertoy: isNumber,
  picture: orNull(isPicture),
  nonude: orNull(isPicture),
  firstCamSession: orNull(isNumber),
  lastCamSession: orNull(isNumber),
}

export const readPerformers: ReadBody<PerformersAnswer> = reader(
  readRecord<PerformersAnswer>({
    at: isNumber,
    performers: readList(readRecord<PerformerSummary>(CARD_CHECKS)),
    page: isNumber,
    limit: isNumber,
    hasMorePages: isFlag,
  }),
)

export const readPerformerCount: ReadBody<PerformerCountAnswer> = reader(
  readRecord<PerformerCountAnswer>({ count: isNumber }),
)

const isCategoryMeta = readRecord<CategoryMeta>({
  name: isText,
  mobileImageBg: orNull(isText),
  main: readRecord<CategoryMeta["main"]>({ title: isText, content: isText }),
  h2Tabs: readList(
    readRecord<CategoryMeta["h2Tabs"][number]>({
      tab: isText,
      title: isText,
      content: isText,
      image: orNull(isText),
    }),
  ),
})

const isCategory = readRecord<Category>({
  slug: isText,
  key: isText,
  position: isNumber,
  highlight: readRecord<Category["highlight"]>({ active: isFlag }),
  filters: dictionaryOf(readList(isText)),
  meta: readRecord<Category["meta"]>({ nl: isCategoryMeta, en: isCategoryMeta }),
})

export const readCategories: ReadBody<CategoriesList> = reader(
  readRecord<CategoriesList>({ categories: readList(isCategory) }),
)
