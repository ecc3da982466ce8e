/**
 * A catalogue for the browser tests of filters, search and categories: four categories, one of them not
 * highlighted, twelve performers, and the answers about them.
 */
import type { Page } from "playwright-core"
import type { Category, CategoryMeta } from "@foldcast/contracts/queries/performers"
import { foundAnswer, performers, performersAnswer } from "./performers.fixture.ts"
import type { QueryAnswer, QueryAnswers } from "./scripted-gateway.fixture.ts"

interface Told {
  readonly nl: string
  readonly en: string
}

const TABS: Readonly<Record<keyof Told, CategoryMeta["h2Tabs"]>> = {
  nl: [
    {
      tab: "Hoe het werkt",
      title: "Wat is dit?",
      content: "Je kijkt [mee](/terms-conditions).",
      image: "/media/snapshots/how-it-works.svg",
    },
    {
      tab: "Prijzen",
      title: "Wat kost het?",
      content:
        "60 credits per minuut, zegt [de bank](https://bank.example/kosten) en [wie rekent](www.rekent.example).",
      image: "/media/snapshots/price.jpg",
    },
    { tab: "", title: "Zonder naam", content: "Niemand komt hier.", image: null },
    { tab: "Zonder titel", title: " ", content: "Niemand komt hier.", image: null },
    { tab: "Zonder tekst", title: "Leeg", content: "", image: null },
  ],
  en: [
    {
      tab: "How it works",
      title: "What is this?",
      content: "You watch [along](/terms-conditions).",
      image: null,
    },
    { tab: "Prices", title: "What does it cost?", content: "60 credits a minute.", image: null },
  ],
}

const metaIn = (locale: keyof Told, name: string, image: string | null): CategoryMeta => ({
  name,
  mobileImageBg: image,
  main: {
    title: locale === "nl" ? `Alles over ${name}` : `All about ${name}`,
    content:
      locale === "nl"
        ? `Performers van ${name}, met [voorwaarden](/terms-conditions).`
        : `Performers of ${name}, with [terms](/terms-conditions).`,
  },
  h2Tabs: TABS[locale],
})

interface Row {
  readonly slug: string
  readonly key: string
  readonly name: Told
  readonly highlighted: boolean
  readonly image?: string
}

/** Not in the order of their positions. */
const ROWS: ReadonlyArray<Row> = [
  { slug: "nederlands", key: "dutch", name: { nl: "Nederlands", en: "Dutch" }, highlighted: false },
  {
    slug: "free-cams",
    key: "free",
    name: { nl: "Gratis chat", en: "Free chat" },
    highlighted: true,
  },
  {
    slug: "toy-shows",
    key: "toy",
    name: { nl: "Toyshows", en: "Toys" },
    highlighted: true,
    image: "/media/attachments/toys.jpg",
  },
  { slug: "new-cams", key: "new", name: { nl: "Nieuw", en: "New" }, highlighted: true },
]
const POSITIONS: Readonly<Record<string, number>> = {
  "free-cams": 1,
  "toy-shows": 2,
  "new-cams": 3,
  nederlands: 4,
}

export const CATEGORIES: ReadonlyArray<Category> = ROWS.map(
  ({ slug, key, name, highlighted, image }) => ({
    slug,
    key,
    position: POSITIONS[slug] ?? 9,
    highlight: { active: highlighted },
    filters: {},
    meta: { nl: metaIn("nl", name.nl, image ?? null), en: metaIn("en", name.en, image ?? null) },
  }),
)

/** Few, because the tests look at the content above them. */
const ALL = performers(0, 12)

const UNANSWERED = new Promise<QueryAnswer>(() => {})

export interface CatalogueAnswers {
  /** The number of matches; 128 by default. */
  readonly count?: (url: URL) => QueryAnswer | Promise<QueryAnswer>
  readonly names?: (typed: string) => QueryAnswer | Promise<QueryAnswer>
}

export const catalogueQueries =
  ({ count, names }: CatalogueAnswers = {}): QueryAnswers =>
  (url) => {
    switch (url.pathname) {
      case "/api/categories":
        return { body: { categories: CATEGORIES } }
      case "/api/performers":
        return performersAnswer(ALL, url)
      case "/api/performers/count":
        return count?.(url) ?? { body: { count: 128 } }
      case "/api/performers/autocomplete":
        return names?.(url.searchParams.get("username") ?? "") ?? foundAnswer([])
      default:
        // Keeps an opened profile on its page: a 404 would redirect.
        return url.pathname.startsWith("/api/performers/") ? UNANSWERED : undefined
    }
  }

/** Waits for hydration: the content above the list hydrates after the entry and ignores presses before. */
export const takenOver = (page: Page, what = ".grid-toolbar button") =>
  page.waitForFunction((selector) => {
    const element = document.querySelector(selector) ?? {}
    return Object.keys(element).some((key) => key.startsWith("__reactFiber"))
  }, what)
