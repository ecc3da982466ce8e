/**
 * Picture paths that the gateway never requests from the media host: it silently shows no picture. Pictures of
 * other hosts depend on a setting and are not checked. Pure.
 */
import { isPicturePath } from "@foldcast/gateway/performers/media-path"
import { type Mismatch, shown } from "@foldcast/verify/matching"

export const PICTURE_PATH_FORM =
  "a picture's path: /media/ and names of letters, digits, _ and -, ending in avif, gif, jpg, jpeg, png or webp"

/** Checks every `url` in the body. */
export const pictureMismatches = (value: unknown, path = "$"): ReadonlyArray<Mismatch> => {
  if (Array.isArray(value)) {
    return value.flatMap((element, index) => pictureMismatches(element, `${path}[${index}]`))
  }
  if (value === null || typeof value !== "object") return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const place = `${path}.${name}`
    const isUnreadable =
      name === "url" &&
      typeof member === "string" &&
      member.startsWith("/") &&
      !isPicturePath(member)
    return isUnreadable
      ? [{ path: place, expected: PICTURE_PATH_FORM, actual: shown(member) }]
      : pictureMismatches(member, place)
  })
}
