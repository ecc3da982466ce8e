/**
 * The site's server entry, as the gateway uses it: a function from a page's facts to its HTML. In
 * production it is the built bundle; in development Vite loads the source, so a changed screen shows at
 * the next reload.
 */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Context, Effect, Layer, Schema, Semaphore } from "effect"
import type { VisitId } from "@foldcast/contracts/ids"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import type { Locale } from "@foldcast/contracts/units"
import type { CookieConsent } from "../http/page-traits.ts"
import type { MailedLinkState } from "./mailed-link.ts"

/** What a page is rendered from. The HTML carries the facts, not the state. */
export interface RendererInput {
  readonly request: Request
  readonly locale: Locale
  readonly brand: PublicBrand
  /** The site's own origin, for canonical addresses. */
  readonly origin: string
  readonly nonce: string
  /** What the visitor said of consent; null until they did. */
  readonly consent: CookieConsent | null
  /** What becomes of the link that led here. */
  readonly mailedLink: MailedLinkState
  readonly page: {
    readonly visit: VisitId
    readonly epoch: string
    readonly now: number
    readonly events: ReadonlyArray<Envelope>
    /** Answers of our own resources by their paths: what this page is made of. */
    readonly pageAnswers: Readonly<Record<string, unknown>>
  }
}

export interface ServerEntry {
  readonly render: (input: RendererInput) => Promise<Response>
}

export interface RendererShape {
  readonly render: (input: RendererInput) => Effect.Effect<Response, RenderFailed>
}

/** The page could not be rendered: the visitor gets the plain error page. */
export class RenderFailed extends Schema.TaggedError<RenderFailed>()("RenderFailed", {
  detail: Schema.String,
}) {
  override get message() {
    return `a page could not be rendered: ${this.detail}`
  }
}

/** Source of the built bundle, relative to the repository's root. */
const BUILT_ENTRY = "apps/web/dist/server/server-entry.js"

/** A renderer waits for nobody; one that does not answer must not keep all others waiting. */
const WITHIN = "30 seconds"

/**
 * One page after the other: what a renderer puts off it does in one turn of the event loop with all others'
 * work, so that a crowd's pages, rendered side by side, keep streams and commands waiting for a second and
 * are not made any sooner.
 */
const shape = (entry: () => Promise<ServerEntry>): Effect.Effect<RendererShape> =>
  Effect.map(Semaphore.make(1), (turn) => ({
    render: (input) =>
      Effect.tryPromise({
        // To its last byte: rendering goes on while the body is read.
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
  /** The built bundle, loaded once, when the gateway starts. */
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

  /** Loaded anew for each page: development only. */
  static readonly fromSource = (load: () => Promise<ServerEntry>) =>
    Layer.effect(Renderer, shape(load))
}
