/** The form a picture is sent in: the best of those that the browser names, JPEG for any other. Pure. */

export type PictureFormat = "avif" | "webp" | "jpeg"

export const CONTENT_TYPES: Readonly<Record<PictureFormat, string>> = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
}

/** Drawings come out equally small in both, and WebP is made in half the time. */
const MODERN: ReadonlyArray<PictureFormat> = ["webp", "avif"]

const weights = (accept: string): ReadonlyMap<string, number> =>
  new Map(
    accept.split(",").map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))
      return [type, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
    }),
  )

/** `image/*` is said by browsers that know neither, so only what is named counts. */
export const formatFor = (accept: string | null): PictureFormat => {
  const given = weights(accept ?? "")
  const weightOf = (format: PictureFormat) => given.get(CONTENT_TYPES[format]) ?? 0
  const [best] = MODERN.filter((format) => weightOf(format) > 0).toSorted(
    (one, other) => weightOf(other) - weightOf(one),
  )
  return best ?? "jpeg"
}
