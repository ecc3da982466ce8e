/**
 * The media engine's addresses for offers and for the end of their sessions: a path in which `{path}` stands
 * for the chat service's path, such as live/42. Pure.
 */
import type { Reader } from "./readers.ts"

const PATH_HERE = "{path}"

/** Begins with a slash and has `{path}` exactly once. */
export const enginePath: Reader<string> = (text) =>
  text.split(PATH_HERE).length === 2 && /^(?:\/[\w.~-]+|\/\{path\})+$/u.test(text)
    ? text
    : undefined

const isStep = (segment: string) => segment === "." || segment === ".."

/** The address to post an offer to; null when the path would leave it. */
export const offerAddress = (engine: string, offersAt: string, path: string): URL | null =>
  path.split("/").some(isStep)
    ? null
    : new URL(engine.replace(/\/$/u, "") + offersAt.replace(PATH_HERE, () => path))

/**
 * The address that ends a posted session: `Location`, relative to the offer's address. Null unless it is
 * another address of the same engine, so that an answer can never direct a request to another host.
 */
export const sessionAddress = (posted: URL, location: string | null): URL | null => {
  const url = location === null || location === "" ? null : URL.parse(location, posted)
  if (url === null || url.origin !== posted.origin || url.href === posted.href) return null
  return url.username === "" && url.password === "" ? url : null
}
