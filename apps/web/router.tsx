/**
 * The routes with everything they are rendered from: the page's frame, its facts and the runtime. One
 * router per document, on the server as in the browser; both get the same input and make the same markup.
 */
import { QueryClientProvider } from "@tanstack/react-query"
import { createRouter } from "@tanstack/react-router"
import { LanguageProvider } from "@foldcast/ui/language-provider.tsx"
import { PageFrameProvider } from "./features/site/page-frame-context.tsx"
import { ErrorPage } from "./features/site/error-page.tsx"
import { NotFoundPage } from "./features/site/not-found-page.tsx"
import type { PageFrame } from "./page-frame.ts"
import { SiteRuntimeProvider } from "./runtime/react.tsx"
import type { SiteRuntime } from "./runtime/site-runtime.ts"
import { routeTree } from "./routeTree.gen.ts"

export interface SiteDocument {
  readonly frame: PageFrame
  readonly runtime: SiteRuntime
  /** The page's facts exactly as they stand in the HTML. */
  readonly firstFacts: string
  /** Of the answer that carries the page; undefined where the browser hides it. */
  readonly nonce: string | undefined
}

export const makeRouter = (site: SiteDocument) =>
  createRouter({
    routeTree,
    context: { site },
    ...(site.nonce !== undefined && { ssr: { nonce: site.nonce } }),
    trailingSlash: "never",
    scrollRestoration: true,
    defaultPreload: "intent",
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
    Wrap: ({ children }) => (
      <PageFrameProvider frame={site.frame}>
        <LanguageProvider locale={site.frame.locale}>
          <SiteRuntimeProvider runtime={site.runtime}>
            <QueryClientProvider client={site.runtime.queries}>{children}</QueryClientProvider>
          </SiteRuntimeProvider>
        </LanguageProvider>
      </PageFrameProvider>
    ),
  })

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
