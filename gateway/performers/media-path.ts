/**
 * Allowed addresses of pictures: on the media host, whose pictures this site serves under `/media/…`, or over https
 * on a host from the settings. Pure.
 *
 * Invariant: an allowed path has only letters, digits, hyphens, underscores and dots inside names, so no path
 * leaves `/media/`, and nothing in it needs decoding.
 */

/** Raster pictures only. An SVG is a document that can hold more than a picture. */
const PICTURE_PATH =
  /^\/media(?:\/[A-Za-z0-9_-](?:\.?[A-Za-z0-9_-]){0,99}){1,8}(?<=\.(?:avif|gif|jpe?g|png|webp))$/u

const MAX_PATH = 500

export const isPicturePath = (path: string): boolean =>
  path.length <= MAX_PATH && PICTURE_PATH.test(path)

export interface PictureHosts {
  /** The origins whose `/media/` this site serves. */
  readonly own: ReadonlySet<string>
  /** Each `host` or `host:port`. */
  readonly others: ReadonlySet<string>
}

export const pictureHosts = (config: {
  readonly performerService: { readonly url: string }
  readonly media: { readonly url: string; readonly otherHosts: ReadonlySet<string> }
}): PictureHosts => ({
  own: new Set([config.performerService.url, config.media.url].map((url) => new URL(url).origin)),
  others: config.media.otherHosts,
})

/** The address from which a browser loads the picture; null where it may not. */
export const pictureAddress = (url: string, { own, others }: PictureHosts): string | null => {
  if (url.startsWith("/")) return isPicturePath(url) ? url : null
  const read = URL.parse(url)
  // Rejects URLs that the parser would normalise.
  if (read === null || read.href !== url || read.username !== "" || read.password !== "")
    return null
  if (own.has(read.origin)) {
    const path = read.href.slice(read.origin.length)
    return isPicturePath(path) ? path : null
  }
  return read.protocol === "https:" && others.has(read.host) ? url : null
}

/** The address of a film: never on the media host, which serves only pictures. */
export const filmAddress = (url: string, { others }: PictureHosts): string | null =>
  url.startsWith("/") ? null : pictureAddress(url, { own: new Set(), others })
