/**
 * Paths without the names in them, as captures show them: whose profile somebody read, or whom they wrote to,
 * is a stand-in there, the same wherever one capture names the same performer. Only words that the site itself
 * has are kept; a segment that nobody thought of is taken for a name. Pure.
 */

import { localePrefix } from "../locale-prefix.ts"
import { standIn } from "../sensitivity.ts"
import { MAX_KEY, MAX_PATH } from "./path-bounds.ts"

/** 64 hexadecimal digits, keyed: equal texts have equal digests. */
type Digest = (text: string) => string

/** The form in which every capture shows a performer's id. */
export const performerStandIn = standIn("p")
const ofName = standIn("n")

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A name is the same in whatever case it is written. */
const nameStandIn = (name: string, digest: Digest): string =>
  ofName(digest(decoded(name).toLowerCase()))

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "")

/** Pages of more than one segment that name nobody, without their language. */
const NAMELESS_PAGES: ReadonlySet<string> = new Set([
  "messenger/new-conversation",
  "settings/credits",
])

/** The first segment is a page's word or a category; what follows is whose page it is. */
export const namelessPath = (path: string, digest: Digest): string => {
  const prefix = localePrefix(path)
  const [first, ...rest] = segmentsOf(path.slice(prefix.length))
  if (first === undefined || rest.length === 0) return path
  if (NAMELESS_PAGES.has([first, ...rest].join("/"))) return path
  const standIns = rest.map((name) => nameStandIn(name, digest))
  return `${prefix}/${[first, ...standIns].join("/")}`.slice(0, MAX_PATH)
}

/** A category's slug is the site's own word; every other parameter is somebody's name. */
export const namelessParams = (
  params: Readonly<Record<string, string>>,
  digest: Digest,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      key === "slug" ? value : nameStandIn(value, digest),
    ]),
  )

const NAMELESS_RESOURCES: ReadonlySet<string> = new Set([
  "/api/performers/count",
  "/api/performers/autocomplete",
])

/** The resource's words, and what follows them: names, or for albums ids. */
const partsOf = (key: string) => {
  const [path = "", ...query] = key.split("?")
  const [api, resource, ...names] = NAMELESS_RESOURCES.has(path) ? [] : segmentsOf(path)
  return { words: `/${api}/${resource}`, isOfIds: resource === "albums", names, query }
}

/** Whether the key of an answer tells whose it is. */
export const keyNames = (key: string): boolean => partsOf(key).names.length > 0

/** The key of an answer: `/api/performers/Mila?lang=nl`. */
export const namelessKey = (key: string, digest: Digest): string => {
  const { words, isOfIds, names, query } = partsOf(key)
  if (names.length === 0) return key
  const standIns = names.map((name, index) =>
    isOfIds && index === 0 ? performerStandIn(digest(decoded(name))) : nameStandIn(name, digest),
  )
  return [[words, ...standIns].join("/"), ...query].join("?").slice(0, MAX_KEY)
}
