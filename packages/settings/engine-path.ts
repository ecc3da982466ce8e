/**
 * Where at a media engine offers are posted, and where their sessions end: a path in which `{path}` stands for what
 * the chat service names, such as live/42. Pure.
 */
import type { Reader } from "./readers.ts"

const PATH_HERE = "{path}"

/** Begins with a slash and says `{path}` once. */
export const enginePath: Reader<string> = (text) =>
  text.split(PATH_HERE).length === 2 && /^(?:\/[\w.~-]+|\/\{path\})+$/u.test(text)
    ? text
    : undefined

const isStep = (segment: string) => segment === "." || segment === ".."

/** Where an offer is posted; null where the path would lead elsewhere. */
export const offerAddress = (engine: string, offersAt: string, path: string): URL | null =>
  path.split("/").some(isStep)
    ? null
    : new URL(engine.replace(/\/$/u, "") + offersAt.replace(PATH_HERE, () => path))

/**
 * Where what was posted ends: `Location`, relative to where the offer was posted; null where it names no other
 * address of the engine's own, for whatever an answer says, no other host is asked.
 */
export const sessionAddress = (posted: URL, location: string | null): URL | null => {
  const url = location === null || location === "" ? null : URL.parse(location, posted)
  if (url === null || url.origin !== posted.origin || url.href === posted.href) return null
  return url.username === "" && url.password === "" ? url : null
}
