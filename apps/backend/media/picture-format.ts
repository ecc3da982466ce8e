/** The format in which a picture is sent: the best one that the browser names, else JPEG. Pure. */

export type PictureFormat = "avif" | "webp" | "jpeg"

export const CONTENT_TYPES: Readonly<Record<PictureFormat, string>> = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
}

/** WebP and AVIF are equally small for drawings, and WebP takes half the time. */
const MODERN: ReadonlyArray<PictureFormat> = ["webp", "avif"]

const weights = (accept: string): ReadonlyMap<string, number> =>
  new Map(
    accept.split(",").map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))
      return [type, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
    }),
  )

/** Browsers that know neither send `image/*` too, so only named formats count. */
export const formatFor = (accept: string | null): PictureFormat => {
  const given = weights(accept ?? "")
  const weightOf = (format: PictureFormat) => given.get(CONTENT_TYPES[format]) ?? 0
  const [best] = MODERN.filter((format) => weightOf(format) > 0).toSorted(
    (one, other) => weightOf(other) - weightOf(one),
  )
  return best ?? "jpeg"
}
