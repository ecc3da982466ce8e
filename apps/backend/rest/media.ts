/**
 * The media host, served under `/media`: performers' pictures in the existing sizes. Public, like any media host. A
 * picture never changes under its address.
 */
import { Effect, Schema } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { Hono } from "hono"
import { responding } from "./call.ts"
import type { Routes } from "./routes.ts"
import { notFound } from "../http/refused.ts"
import { CONTENT_TYPES, formatFor } from "../media/picture-format.ts"
import { readPicturePath } from "../media/picture-name.ts"
import { PictureRenderer } from "../media/picture-renderer.ts"

const OWNER = statement(
  Schema.Struct({ id: Schema.String }),
  "SELECT id FROM performers WHERE id = $1",
)

const busy = () =>
  new Response(null, { status: 503, headers: { "Retry-After": "1", "Cache-Control": "no-store" } })

/** `path`: undecoded, behind `/media/`. */
const getPicture = (path: string, accept: string | null) =>
  responding(
    Effect.gen(function* () {
      const sized = readPicturePath(path)
      if (sized === undefined) return yield* notFound()
      const [owner] = yield* (yield* SqlDatabase).query(OWNER, [sized.picture.owner])
      if (owner === undefined) return yield* notFound()
      const format = formatFor(accept)
      return yield* (yield* PictureRenderer).at(sized, format).pipe(
        Effect.map(
          (bytes) =>
            new Response(Uint8Array.from(bytes), {
              headers: {
                "Content-Type": CONTENT_TYPES[format],
                "Cache-Control": "public, max-age=31536000, immutable",
                Vary: "Accept",
                "X-Content-Type-Options": "nosniff",
              },
            }),
        ),
        Effect.catchTag("PicturesBusy", () => Effect.sync(busy)),
      )
    }),
  )

/** Takes every path under `/media` that no other route has. */
export const mediaFileRoutes: Routes<Effect.Services<ReturnType<typeof getPicture>>> = (run) =>
  new Hono().get("/media/*", async (context) =>
    run(
      getPicture(
        new URL(context.req.url).pathname.slice("/media/".length),
        context.req.header("accept") ?? null,
      ),
    ),
  )
