/**
 * The server's entry: renders a page's facts to HTML. The gateway calls it for every page. It reads no clock, no
 * network and no disk, and it can render pages in two languages at once.
 */
// The only part of the site that runs in Node alone: the language of one request among many.
// oxlint-disable-next-line no-restricted-imports
import { AsyncLocalStorage } from "node:async_hooks"
import { assets } from "virtual:client-assets"
import type { ReactNode } from "react"
import type { AnyRouter } from "@tanstack/react-router"
import {
  createRequestHandler,
  defineHandlerCallback,
  getSsrStatus,
  renderRouterToStream,
  RouterServer,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server"
import { renderToString } from "react-dom/server"
import type { Epoch, VisitId } from "@foldcast/contracts/ids"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import type { Locale } from "@foldcast/contracts/units"
import "@foldcast/folds/with-room"
import { overwriteServerAsyncLocalStorage } from "@foldcast/messages/runtime"
import type { Consent, MailedLink, PageFrame } from "./page-frame.ts"
import { makeRouter } from "./router.tsx"
import { firstFactsJson } from "./runtime/first-facts.ts"
import { type PageAnswers, pageAnswersJson } from "./runtime/page-answers.ts"
import { renderedSite } from "./runtime/rendered-site.ts"
import { SiteDocument, withBodyEnd, withDocumentParts } from "./site-document.tsx"

export interface PageInput {
  readonly request: Request
  readonly locale: Locale
  readonly brand: PublicBrand
  /** The site's own origin, for canonical addresses. */
  readonly origin: string
  /** Carried by every script of the page. */
  readonly nonce: string
  /** From the request's cookie. */
  readonly consent: Consent
  /** How the link that led here proceeds. */
  readonly mailedLink: MailedLink
  readonly page: {
    readonly visit: VisitId
    readonly epoch: Epoch
    /** Gateway milliseconds. */
    readonly now: number
    readonly events: ReadonlyArray<Envelope>
    /** Answers of gateway resources by their paths, as the page's data. */
    readonly pageAnswers: PageAnswers["bodies"]
  }
}

interface RequestLanguage {
  readonly locale: Locale
  readonly origin: string
  readonly messageCalls: Set<string>
}

const requestLanguage = new AsyncLocalStorage<RequestLanguage>()
overwriteServerAsyncLocalStorage({
  getStore: () => requestLanguage.getStore(),
  // Only this module sets a request's language; the messages read it.
  run: () => {
    throw new Error("a request's language begins in render()")
  },
})

/** In the HTML where a part waits for its script, or has failed: React leaves it to the browser. */
const LEFT_OUT = "<!--$!-->"

/**
 * The HTML in one piece, which costs the processor less than a stream. Null where something has to be waited for: a
 * part whose script was never loaded by this process.
 */
const renderedAtOnce = (children: ReactNode): string | null => {
  try {
    const html = renderToString(children)
    return html.includes(LEFT_OUT) ? null : html
  } catch {
    // The stream meets the same failure, and reports it.
    return null
  }
}

/**
 * The router's own state, which it has written by now, as scripts. Taken here, it needs no stream that looks for its
 * place in the HTML byte by byte.
 */
const routerScripts = (router: AnyRouter): string =>
  (router.serverSsr?.takeInitialHydrationScriptTags()?.before ?? [])
    .map(
      ({ attrs, children = "" }) =>
        `<script ${Object.entries(attrs ?? {})
          .map(([name, value]) => `${name}="${String(value)}"`)
          .join(" ")}>${children}</script>`,
    )
    .join("")

/** `tellHtml` hears the HTML that is whole at once, and no response has to be made of it and read again. */
const inDocument = (frame: PageFrame, tellHtml: (html: string) => void) =>
  defineHandlerCallback(async ({ request, router, responseHeaders }) => {
    const children = (
      <SiteDocument frame={frame}>
        <RouterServer router={router} />
      </SiteDocument>
    )
    const html = renderedAtOnce(children)
    if (html === null) return renderRouterToStream({ request, router, responseHeaders, children })
    const whole = withBodyEnd(html, routerScripts(router))
    tellHtml(await transformHtmlStringWithRouter(router, whole))
    return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
  })

/** The page with its status: 200, or 404 without a route. */
export const render = ({
  request,
  locale,
  brand,
  origin,
  nonce,
  consent,
  mailedLink,
  page,
}: PageInput): Promise<Response> =>
  requestLanguage.run({ locale, origin, messageCalls: new Set() }, async () => {
    const frame: PageFrame = {
      locale,
      brand,
      consent: consent ?? null,
      mailedLink,
      origin,
      assets,
    }
    let atOnce: string | null = null
    const rendered = await createRequestHandler({
      request,
      createRouter: () => makeRouter({ frame, runtime: renderedSite(page), nonce }),
    })(
      inDocument(frame, (html) => {
        atOnce = html
      }),
    )
    const html = withDocumentParts(atOnce ?? (await rendered.text()), {
      frame,
      firstFacts: firstFactsJson(page),
      pageAnswers: pageAnswersJson({ now: page.now, bodies: page.pageAnswers }),
      nonce,
    })
    const { status, headers } = rendered
    return new Response(html, { status, headers })
  })
