/** Performers as the gateway answers about them, for the browser tests of every page that shows performers. */
import type {
  Category,
  PerformerSummary,
  PerformersAnswer,
  Picture,
} from "@foldcast/contracts/queries/performers"
import { NOW, type QueryAnswer } from "./scripted-gateway.fixture.ts"

const HOUR_MS = 3_600_000

const picture = (kind: string, index: number): Picture => ({
  url: `/media/snapshots/${kind}-${index}.jpg`,
  colour: "#5a4a78",
})

const NAMES = ["Noor", "Luna", "Sky", "Mila", "Robin", "Ivy", "Jade", "Emma", "Zoe", "Faye"]
const STATUSES = [3, 1, 5, 9, 1]

/** Deterministic by its number; every fifth has a toy. All are online. */
export const performer = (
  index: number,
  changed: Partial<PerformerSummary> = {},
): PerformerSummary => ({
  performerId: `p_${index}`,
  username: `${NAMES[index % NAMES.length]}${index}`,
  rating: 80,
  onlineStatus: STATUSES[index % STATUSES.length] ?? 1,
  age: 20 + (index % 30),
  languages: index % 2 === 0 ? ["nl", "en"] : ["en"],
  cybertoy: index % 5 === 0 ? 3 : 0,
  picture: picture("snapshot", index),
  nonude: picture("nonude", index),
  firstCamSession: NOW - 100 * HOUR_MS,
  lastCamSession: NOW - 5 * HOUR_MS,
  ...changed,
})

export const performers = (from: number, count: number): ReadonlyArray<PerformerSummary> =>
  Array.from({ length: count }, (_, index) => performer(from + index))

/** The answer of GET /api/performers for these: a page of all, or those with the requested ids. */
export const performersAnswer = (all: ReadonlyArray<PerformerSummary>, url: URL): QueryAnswer => {
  const ids = url.searchParams.get("ids")?.split(",")
  const page = Number(url.searchParams.get("page") ?? 1)
  const limit = Number(url.searchParams.get("limit") ?? 30)
  const found =
    ids === undefined
      ? all.slice((page - 1) * limit, page * limit)
      : all.filter(({ performerId }) => ids.includes(performerId))
  const body: PerformersAnswer = {
    at: Date.now(),
    performers: found,
    page,
    limit,
    hasMorePages: found.length === limit,
  }
  return { body }
}

/** The answer of GET /api/performers/autocomplete: these, in this order. */
export const foundAnswer = (found: ReadonlyArray<PerformerSummary>): QueryAnswer => ({
  body: {
    at: NOW,
    performers: found,
    page: 1,
    limit: 60,
    hasMorePages: false,
  } satisfies PerformersAnswer,
})

const meta = (name: string) => ({
  name,
  mobileImageBg: null,
  main: { title: name, content: `Over ${name}.` },
  h2Tabs: [],
})

export const category = (slug: string, name: string, position: number): Category => ({
  slug,
  key: slug,
  position,
  highlight: { active: true },
  filters: {},
  meta: { nl: meta(name), en: meta(name) },
})
