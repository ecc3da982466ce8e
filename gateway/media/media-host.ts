/**
 * Fetches one picture from the media host: a fixed host (a setting), a path that media-path.ts allows, no redirect
 * is followed, and reading stops at the limit. The host receives no key and no cookie. A picture is complete or an
 * error, so no partial one is ever cached as immutable.
 */
import { boundedBytes } from "@foldcast/limits/bounded-bytes"
import { Data, Duration, Effect } from "effect"

/** Raster pictures only: they hold nothing but what a browser shows. */
const TYPES: ReadonlySet<string> = new Set([
  "image/avif",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/webp",
])
const MAX_PICTURE_BYTES = 5_242_880
const TIMEOUT = Duration.seconds(10)
/** Characters of an Accept header; browsers send less. */
const MAX_ACCEPT = 300
const ANY_PICTURE = "image/*"

export interface MediaPicture {
  readonly type: string
  readonly bytes: Buffer
}

export class NoSuchPicture extends Data.TaggedError("NoSuchPicture") {}
/** The host did not answer, or did not send a picture. */
export class MediaSilent extends Data.TaggedError("MediaSilent")<{ readonly reason: string }> {}

const silent = (reason: string) => new MediaSilent({ reason })

const pictureIn = async (response: Response): Promise<MediaPicture> => {
  const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase()
  const isPicture = response.status === 200 && type !== undefined && TYPES.has(type)
  const size = Number(response.headers.get("content-length") ?? 0)
  if (!isPicture || size > MAX_PICTURE_BYTES) {
    await response.body?.cancel()
    if (response.status === 404 || response.status === 410) throw new NoSuchPicture()
    throw silent(isPicture ? "too large" : `${response.status} ${type ?? ""}`)
  }
  const bytes = await boundedBytes(response, MAX_PICTURE_BYTES)
  if (bytes === null) throw silent("too large")
  return { type, bytes }
}

export const askPicture = (
  base: string,
  path: string,
  accept: string | undefined,
): Effect.Effect<MediaPicture, NoSuchPicture | MediaSilent> =>
  Effect.tryPromise({
    try: async (signal) =>
      pictureIn(
        await fetch(base + path, {
          headers: { Accept: accept?.slice(0, MAX_ACCEPT) ?? ANY_PICTURE },
          redirect: "manual",
          signal,
        }),
      ),
    catch: (error) =>
      error instanceof NoSuchPicture || error instanceof MediaSilent
        ? error
        : silent("it cannot be reached"),
  }).pipe(
    Effect.timeoutOrElse({
      duration: TIMEOUT,
      orElse: () => Effect.fail(silent("it did not answer in time")),
    }),
  )
