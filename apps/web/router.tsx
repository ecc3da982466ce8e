/**
 * The routes with their render context: the page's frame, its facts and the runtime. One router per document, on
 * the server and in the browser; both get the same input and produce the same markup.
 */
import { QueryClientProvider } from "@tanstack/react-query"
import { createRouter, type ParsedLocation } from "@tanstack/react-router"
import { LanguageProvider } from "@foldcast/ui/language-provider.tsx"
import { isOfDocument } from "./features/site/document-page.ts"
import { PageFrameProvider } from "./features/site/page-frame-context.tsx"
import { ErrorPage, NotFoundPage } from "./features/site/error-page.tsx"
import { parseSearch, stringifySearch } from "./features/site/search-parameters.ts"
import { appStateStore, initialAppState } from "./runtime/app-state.ts"
import { AppStateProvider } from "./runtime/app-state-react.tsx"
import { SiteRuntimeProvider } from "./runtime/react.tsx"
import type { SiteContext } from "./runtime/site-context.ts"
import { routeTree } from "./routeTree.gen.ts"

/** From the request; the browser measures after hydration. */
const firstAppState = ({ frame, runtime }: SiteContext) =>
  initialAppState(frame.brand, runtime.getFirstState().visit.started?.device === "mobile")

/**
 * A script in the page has already restored the scroll position, so hydration does not scroll: a visitor who
 * scrolled meanwhile keeps the position.
 */
const scrollsAfterTakingOver = () => {
  let isTakenOver = typeof document === "undefined"
  return ({ location }: { readonly location: ParsedLocation }) => {
    const scrolls = isTakenOver || !isOfDocument(location.pathname)
    isTakenOver = true
    return scrolls
  }
}

export const makeRouter = (site: SiteContext) => {
  const app = appStateStore(firstAppState(site))
  return createRouter({
    routeTree,
    context: { site },
    parseSearch,
    stringifySearch,
    ...(site.nonce !== undefined && { ssr: { nonce: site.nonce } }),
    trailingSlash: "never",
    scrollRestoration: scrollsAfterTakingOver(),
    defaultPreload: "intent",
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
    Wrap: ({ children }) => (
      <PageFrameProvider frame={site.frame}>
        <LanguageProvider locale={site.frame.locale}>
          <SiteRuntimeProvider runtime={site.runtime}>
            <QueryClientProvider client={site.runtime.queries}>
              <AppStateProvider store={app}>{children}</AppStateProvider>
            </QueryClientProvider>
          </SiteRuntimeProvider>
        </LanguageProvider>
      </PageFrameProvider>
    ),
  })
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
