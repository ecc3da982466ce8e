/**
 * The URL of a picture in the requested size: a media host has a size segment before the `snapshots` or
 * `attachments` segment (STORE-12, STORE-13).
 *
 * Invariants: a size is never inserted twice; URLs without such a segment, and gif and svg, stay unchanged.
 */

/** Width and height in pixels; a media host has no other sizes. */
export const PICTURE_SIZES = [
  "100x100",
  "200x150",
  "400x300",
  "600x450",
  "800x600",
  "1200x630",
  "1280x720",
] as const
export type PictureSize = (typeof PICTURE_SIZES)[number]
export const DEFAULT_PICTURE_SIZE: PictureSize = "400x300"

export const isPictureSize = (text: string): text is PictureSize =>
  PICTURE_SIZES.some((size) => size === text)

/** Any size, also an unknown one: the URL already has a size. */
const SIZE = /^\d{1,5}x\d{1,5}$/u
const UNSIZED = /\.(?:gif|svg)$/iu
/** The part before the path: a web host or nothing. `data:` and similar URLs do not match. */
const BEFORE_PATH = /^(?:(?:https?:)?\/\/[^/?#]*|(?![a-z][a-z0-9+.-]*:))/iu
const HOLDERS: ReadonlySet<string> = new Set(["snapshots", "attachments"])

export const imageUrlAt = (url: string, size: PictureSize = DEFAULT_PICTURE_SIZE): string => {
  const host = BEFORE_PATH.exec(url)?.[0]
  if (host === undefined) return url
  const end = url.search(/[?#]/u)
  const path = url.slice(host.length, end === -1 ? undefined : end)
  if (UNSIZED.test(path)) return url
  const segments = path.split("/")
  const holder = segments.findIndex((segment) => HOLDERS.has(segment))
  // The last segment is the file name, even when it looks like a folder.
  if (holder === -1 || holder === segments.length - 1) return url
  if (SIZE.test(segments[holder - 1] ?? "")) return url
  return host + segments.toSpliced(holder, 0, size).join("/") + (end === -1 ? "" : url.slice(end))
}
