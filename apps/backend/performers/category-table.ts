/** The featured categories: their filters, as the query of user/find, and their places. Pure. */
import type { UpstreamCategory } from "@foldcast/contracts/upstream/performer-service"
import {
  CATEGORY_SLUGS,
  CATEGORY_TEXTS,
  type CategorySlug,
  type CategoryTexts,
} from "./category-texts.ts"

interface Row {
  readonly key: string
  readonly highlight: boolean
  readonly filters: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Seven days (GRID-23). */
const NEW_MS = 604_800_000

const ROWS: Readonly<Record<CategorySlug, Row>> = {
  "free-cams": { key: "free", highlight: true, filters: { onlineStatus: ["free"] } },
  "toy-shows": { key: "toy", highlight: true, filters: { cybertoy: ["3", "5"] } },
  "new-cams": {
    key: "new",
    highlight: true,
    filters: { firstCamSessionWithin: [String(NEW_MS)] },
  },
  "18-24": { key: "young", highlight: true, filters: { age: ["18-24"] } },
  nederlands: { key: "dutch", highlight: false, filters: { languages: ["nl"] } },
  english: { key: "english", highlight: false, filters: { languages: ["en-dk-se"] } },
  experienced: { key: "experienced", highlight: false, filters: { age: ["30-50", "50-100"] } },
}

const metaOf = ({ name, title, content, tab }: CategoryTexts) => ({
  name,
  mobileImageBg: null,
  main: { title, content },
  h2Tabs: [{ ...tab, image: null }],
})

export const CATEGORY_TABLE: ReadonlyArray<UpstreamCategory> = CATEGORY_SLUGS.map((slug, index) => {
  const { key, highlight, filters } = ROWS[slug]
  const { nl, en } = CATEGORY_TEXTS[slug]
  return {
    slug,
    key,
    position: index + 1,
    highlight: { active: highlight },
    // The base filter, which a category may replace (GRID-16).
    filters: { gender: ["female"], ...filters },
    meta: { nl: metaOf(nl), en: metaOf(en) },
  }
})
