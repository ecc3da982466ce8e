/**
 * Pictures in any size and format: from disk, or rendered, a few at a time. Concurrent requests for one picture share
 * a rendering; when too many wait, the next is refused for now.
 */
import { Context, Data, Deferred, Effect, Layer, Semaphore } from "effect"
import { NO_FILES, pictureFiles } from "./picture-files.ts"
import type { PictureFormat } from "./picture-format.ts"
import type { SizedPicture } from "./picture-name.ts"
import { DRAWING_VERSION } from "./portrait.ts"
import { renderSvg } from "./render.ts"

export interface PicturesConfig {
  /** Null: nothing is stored. For tests. */
  readonly directory: string | null
  readonly maxBytes: number
  /** Pictures rendered at once. */
  readonly atOnce: number
}

/** Too many wait already. */
export class PicturesBusy extends Data.TaggedError("PicturesBusy") {}

/** A whole page of cards in every size, for some visitors at once. */
const MAX_WAITING = 500

export interface PictureRendererShape {
  readonly at: (
    sized: SizedPicture,
    format: PictureFormat,
  ) => Effect.Effect<Uint8Array, PicturesBusy>
}

const keyOf = ({ picture, size }: SizedPicture, format: PictureFormat) =>
  [DRAWING_VERSION, picture.owner, picture.name, picture.plain, size ?? "own", format].join(" ")

export class PictureRenderer extends Context.Service<PictureRenderer, PictureRendererShape>()(
  "backend/PictureRenderer",
) {
  static readonly layer = (
    { directory, maxBytes, atOnce }: PicturesConfig,
    renderOne: typeof renderSvg = renderSvg,
  ) =>
    Layer.effect(
      PictureRenderer,
      Effect.gen(function* () {
        const files = directory === null ? NO_FILES : yield* pictureFiles(directory, maxBytes)
        const semaphore = yield* Semaphore.make(atOnce)
        const underWay = new Map<string, Deferred.Deferred<Uint8Array>>()

        const make = Effect.fnUntraced(function* (
          key: string,
          sized: SizedPicture,
          format: PictureFormat,
        ) {
          const bytes = yield* semaphore.withPermits(1)(
            Effect.promise(() => renderOne(sized, format)),
          )
          yield* files.keep(key, bytes)
          return bytes
        })

        const once = (key: string, sized: SizedPicture, format: PictureFormat) =>
          Effect.suspend((): Effect.Effect<Uint8Array, PicturesBusy> => {
            const other = underWay.get(key)
            if (other !== undefined) return Deferred.await(other)
            if (underWay.size >= MAX_WAITING) return Effect.fail(new PicturesBusy())
            const made = Deferred.makeUnsafe<Uint8Array>()
            underWay.set(key, made)
            return make(key, sized, format).pipe(
              Effect.onExit((exit) => {
                underWay.delete(key)
                return Deferred.done(made, exit)
              }),
            )
          })

        return PictureRenderer.of({
          at: Effect.fnUntraced(function* (sized, format) {
            const key = keyOf(sized, format)
            return (yield* files.read(key)) ?? (yield* once(key, sized, format))
          }),
        })
      }),
    )
}
