/** Routes for everything that is not an API call: static files of the site, then its pages. */
import { Effect } from "effect"
import { Hono } from "hono"
import { Brands } from "../brand/brands.ts"
import { GatewayConfig } from "../config.ts"
import { headersOf } from "../http/guards.ts"
import { languageOf } from "../http/page-traits.ts"
import { publicOrigin } from "../http/public-origin.ts"
import type { AppContext, AppEnvironment, Responder } from "../http/responder.ts"
import type { StaticFiles } from "../http/static-files.ts"
import { Browsers } from "../members/browsers.ts"
import { type Busy, busyPage } from "./busy-page.ts"
import { PageAdmission } from "./page-admission.ts"
import { Pages } from "./page.ts"
import { plainErrorPage } from "./plain-error-page.ts"

/** Seconds until a retry while sessions cannot be read. */
const RETRY_OUTAGE_SECONDS = 60

export const busyPageFor = (context: AppContext, what: Busy): Response => {
  const { locale } = languageOf(new URL(context.req.url), headersOf(context))
  return busyPage(what, locale)
}

export const pageRoutes = (responder: Responder, files: StaticFiles) =>
  Effect.gen(function* () {
    const { origins } = yield* GatewayConfig
    const brands = yield* Brands
    const browsers = yield* Browsers
    const pages = yield* Pages
    const admission = yield* PageAdmission

    const render = Effect.fnUntraced(function* (
      context: AppContext,
      { header, address }: ReturnType<Responder["requesterOf"]>,
    ) {
      const browser = yield* browsers.forPage(header)
      const page = yield* pages.page({
        request: context.req.raw,
        url: new URL(context.req.url),
        header,
        brand: brands.of(header("host")),
        origin: publicOrigin(origins, header("host")),
        nonce: context.get("nonce"),
        session: browser.session,
        address,
      })
      const cookie = page.cookie ?? browser.cookie
      if (cookie !== null) page.response.headers.append("Set-Cookie", browsers.setCookie(cookie))
      return page.response
    })

    const answerPage = (context: AppContext) => {
      const requester = responder.requesterOf(context)
      return admission.admit(requester.address, render(context, requester)).pipe(
        Effect.catchTags({
          PageRefused: ({ why, retryAfterSeconds }) =>
            Effect.sync(() =>
              busyPageFor(context, {
                why: why === "address" ? "address" : "load",
                retryAfterSeconds,
              }),
            ),
          RenderFailed: (error) => Effect.as(Effect.logError(error.message), plainErrorPage()),
          SessionsUnavailable: () =>
            Effect.sync(() =>
              busyPageFor(context, { why: "outage", retryAfterSeconds: RETRY_OUTAGE_SECONDS }),
            ),
        }),
      )
    }

    return new Hono<AppEnvironment>()
      .get("*", async (context) => {
        responder.cutSlowReader(context)
        const file = await files.respond(context.req.raw)
        return file ?? responder.answer(answerPage(context))
      })
      .all("*", async () => {
        const response = await responder.problem("methodNotAllowed")
        response.headers.set("Allow", "GET, HEAD")
        return response
      })
  })
