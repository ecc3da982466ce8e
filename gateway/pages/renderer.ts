/**
 * The site's server entry: a function from a page's facts to its HTML. Production uses the built bundle; in
 * development Vite loads the source, so a changed screen shows at the next reload.
 */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Context, Effect, Layer, Schema, Semaphore } from "effect"
import type { VisitId } from "@foldcast/contracts/ids"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import type { Locale } from "@foldcast/contracts/units"
import type { KnownPerformers } from "@foldcast/rules/grid/known-performers"
import type { CookieConsent } from "../http/page-traits.ts"
import type { MailedLinkState } from "./mailed-link.ts"

/** The input of the renderer. The HTML carries the facts, not the state. */
export interface RendererInput {
  readonly request: Request
  readonly locale: Locale
  readonly brand: PublicBrand
  /** The site's own origin, for canonical addresses. */
  readonly origin: string
  readonly nonce: string
  /** The visitor's choice about cookies; null before it. */
  readonly consent: CookieConsent | null
  /** What the page does with the link that opened it. */
  readonly mailedLink: MailedLinkState
  /** Whom the request's cookies name. */
  readonly known: KnownPerformers
  readonly page: {
    readonly visit: VisitId
    readonly epoch: string
    readonly now: number
    readonly events: ReadonlyArray<Envelope>
    /** Answers of our own queries by path. */
    readonly pageAnswers: Readonly<Record<string, unknown>>
  }
}

export interface ServerEntry {
  readonly render: (input: RendererInput) => Promise<Response>
}

export interface RendererShape {
  readonly render: (input: RendererInput) => Effect.Effect<Response, RenderFailed>
}

/** Rendering failed: the visitor gets the plain error page. */
export class RenderFailed extends Schema.TaggedError<RenderFailed>()("RenderFailed", {
  detail: Schema.String,
}) {
  override get message() {
    return `a page could not be rendered: ${this.detail}`
  }
}

/** The built bundle, relative to the repository's root. */
const BUILT_ENTRY = "apps/web/dist/server/server-entry.js"

/**
 * Rendering waits for no other service, so this bound is generous; it keeps one hanging page from blocking all
 * others.
 */
const WITHIN = "30 seconds"

/**
 * Pages are rendered one at a time. The renderer does its deferred work in a single turn of the event loop together
 * with that of all other pages: rendered in parallel, many pages block streams and commands for a second and finish
 * no earlier.
 */
const shape = (entry: () => Promise<ServerEntry>): Effect.Effect<RendererShape> =>
  Effect.map(Semaphore.make(1), (turn) => ({
    render: (input) =>
      Effect.tryPromise({
        // Reads the body to its end here, since rendering continues while the body is read.
        try: async () => {
          const response = await (await entry()).render(input)
          return new Response(await response.arrayBuffer(), response)
        },
        catch: (error) =>
          new RenderFailed({
            detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
          }),
      }).pipe(
        Effect.timeoutOrElse({
          duration: WITHIN,
          orElse: () => Effect.fail(new RenderFailed({ detail: `not within ${WITHIN}` })),
        }),
        turn.withPermits(1),
      ),
  }))

export class Renderer extends Context.Service<Renderer, RendererShape>()("gateway/Renderer") {
  /** The built bundle, loaded once at start. */
  static readonly built = (root: string) =>
    Layer.effect(
      Renderer,
      Effect.flatMap(
        Effect.tryPromise({
          try: () => import(pathToFileURL(join(root, BUILT_ENTRY)).href) as Promise<ServerEntry>,
          catch: (error) => new RenderFailed({ detail: String(error) }),
        }),
        (entry) => shape(() => Promise.resolve(entry)),
      ),
    )

  /** Loads the entry again for each page: development only. */
  static readonly fromSource = (load: () => Promise<ServerEntry>) =>
    Layer.effect(Renderer, shape(load))
}
