/**
 * Which addresses pictures may have: on the media host, whose pictures are this site's own under
 * `/media/…`, or over https on a host that a setting names. Any other is no picture. Pure.
 *
 * Invariant: what passes is letters, digits, hyphens, underscores and dots inside of names, so no path leads out of
 * `/media/`, and nothing in it has to be decoded.
 */

/** Raster pictures. An SVG is a document that can hold more than a picture. */
const PICTURE_PATH =
  /^\/media(?:\/[A-Za-z0-9_-](?:\.?[A-Za-z0-9_-]){0,99}){1,8}(?<=\.(?:avif|gif|jpe?g|png|webp))$/u

const MAX_PATH = 500

export const isPicturePath = (path: string): boolean =>
  path.length <= MAX_PATH && PICTURE_PATH.test(path)

export interface PictureHosts {
  /** Whose `/media/` is ours too. */
  readonly own: ReadonlySet<string>
  /** `host` or `host:port`. */
  readonly others: ReadonlySet<string>
}

/** The origins whose `/media/` is ours. */
export const pictureHosts = (config: {
  readonly performerService: { readonly url: string }
  readonly media: { readonly url: string; readonly otherHosts: ReadonlySet<string> }
}): PictureHosts => ({
  own: new Set([config.performerService.url, config.media.url].map((url) => new URL(url).origin)),
  others: config.media.otherHosts,
})

/** The address a browser loads it from; null: none that it may. */
export const pictureAddress = (url: string, { own, others }: PictureHosts): string | null => {
  if (url.startsWith("/")) return isPicturePath(url) ? url : null
  const read = URL.parse(url)
  // Whatever a parser would tidy was not written to be loaded as it stands.
  if (read === null || read.href !== url || read.username !== "" || read.password !== "")
    return null
  if (own.has(read.origin)) {
    const path = read.href.slice(read.origin.length)
    return isPicturePath(path) ? path : null
  }
  return read.protocol === "https:" && others.has(read.host) ? url : null
}

/** A film: none of the media host's, which sends pictures. */
export const filmAddress = (url: string, { others }: PictureHosts): string | null =>
  url.startsWith("/") ? null : pictureAddress(url, { own: new Set(), others })
