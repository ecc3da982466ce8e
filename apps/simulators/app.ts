/** The simulators' routes. */
import type { Effect } from "effect"
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { except } from "hono/combine"
import { takeRefund } from "./bank/refunds.ts"
import { getBank, postBank } from "./bank/routes.ts"
import type { SimulatorsConfig } from "./config.ts"
import { addDeskRoutes } from "./desk/routes.ts"
import { DESK_STYLE } from "./desk/style.ts"
import { addPhoneRoutes, type RunPhone } from "./phone/routes.ts"
import { addMailboxRoutes, type RunMailbox } from "./mailbox/routes.ts"
import { indexPage } from "./index-page.ts"
import { pageHeaders } from "./page/layout.ts"
import { chooseLanguage } from "./page/language.ts"
import { STYLE } from "./page/style.ts"

export type SimulatorsServices =
  | Effect.Services<ReturnType<typeof getBank | typeof postBank | typeof takeRefund>>
  | Effect.Services<Parameters<RunMailbox>[0]>
  | Effect.Services<Parameters<RunPhone>[0]>
export type RunSimulators = <A>(call: Effect.Effect<A, never, SimulatorsServices>) => Promise<A>

const MAX_FORM_BYTES = 16_384

const textOf = (value: unknown) => (typeof value === "string" ? value : "")

const formOf = async (context: Context) => {
  const type = context.req.header("content-type") ?? ""
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/iu.test(type)
    ? await context.req.formData().catch(() => new FormData())
    : new FormData()
}

export const makeSimulatorsApp = (config: SimulatorsConfig, run: RunSimulators) => {
  const app = new Hono()
  app.use(except("/desk/:id/camera/*", bodyLimit({ maxSize: MAX_FORM_BYTES })))
  app.get("/health/live", (context) => context.json({ status: "live" }))
  app.get("/style.css", (context) =>
    context.body(STYLE + DESK_STYLE, 200, {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
    }),
  )
  app.get("/", (context) => {
    const accepted = context.req.header("accept-language")
    const language = chooseLanguage(context.req.query("lang"), undefined, accepted)
    return context.html(
      indexPage(language, { hasDesk: config.desk !== null, hasPhone: config.phone !== null }),
      200,
      { ...pageHeaders(null) },
    )
  })
  app.get("/bank", (context) =>
    run(
      getBank(config, {
        order: context.req.query("order") ?? "",
        lang: context.req.query("lang"),
        acceptLanguage: context.req.header("accept-language"),
      }),
    ),
  )
  app.post("/bank", async (context) => {
    const form = await formOf(context)
    return run(
      postBank(config, {
        order: textOf(form.get("order")),
        choice: textOf(form.get("choice")),
        lang: textOf(form.get("lang")),
        acceptLanguage: context.req.header("accept-language"),
      }),
    )
  })
  app.post("/bank/refunds", async (context) => {
    const status = run(
      takeRefund({
        timestamp: context.req.header("x-bank-timestamp") ?? "",
        signature: context.req.header("x-bank-signature") ?? "",
        body: await context.req.text(),
      }),
    )
    return context.json({}, await status)
  })
  addMailboxRoutes(app, run)
  if (config.phone !== null) addPhoneRoutes(app, config.phone, run, formOf)
  if (config.desk !== null) addDeskRoutes(app, config.desk, formOf)
  return app
}
