/**
 * GET /phone dials, GET /phone/call shows a call, anew every second while it goes on; POST /phone/dial and /phone/end are
 * their forms. POST /phone/instructions is the site's, signed.
 */
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import type { Context, Hono } from "hono"
import type { PhoneConfig } from "../config.ts"
import { chooseLanguage } from "../page/language.ts"
import { pageHeaders } from "../page/layout.ts"
import { isSignedMessage } from "../signed-post.ts"
import { callPage, callPath, dialPage, unknownCallPage } from "./pages.ts"
import { Instruction, PhoneProvider, type ProviderShape } from "./provider.ts"

export type RunPhone = <A>(call: Effect.Effect<A, never, PhoneProvider>) => Promise<A>

const REFRESH_S = 1
const CALLER_ENDS = ["caller", "line"] as const
const decodeInstruction = Schema.decodeUnknownOption(Schema.fromJsonString(Instruction))
const textOf = (value: unknown) => (typeof value === "string" ? value : "")

export const addPhoneRoutes = (
  app: Hono,
  { numbers, secret }: PhoneConfig,
  run: RunPhone,
  formOf: (context: Context) => Promise<FormData>,
): void => {
  const withProvider = <A>(work: (provider: ProviderShape) => Effect.Effect<A>) =>
    run(
      Effect.flatMap(PhoneProvider, (provider) =>
        provider === null ? Effect.die("there is no phone") : work(provider),
      ),
    )
  const languageOf = (context: Context, asked: string | undefined) =>
    chooseLanguage(asked, undefined, context.req.header("accept-language"))

  app.get("/phone", (context) => {
    const language = languageOf(context, context.req.query("lang"))
    return context.html(dialPage(numbers, language, false), 200, { ...pageHeaders(null) })
  })

  app.get("/phone/call", async (context) => {
    const language = languageOf(context, context.req.query("lang"))
    const id = context.req.query("id") ?? ""
    const found = await withProvider(({ find }) => Effect.succeed(find(id)))
    if (Option.isNone(found)) {
      return context.html(unknownCallPage(language), 404, { ...pageHeaders(null) })
    }
    return context.html(callPage(found.value, language), 200, {
      ...pageHeaders(null),
      ...(found.value.state !== "ended" && { Refresh: String(REFRESH_S) }),
    })
  })

  const toCall = (context: Context, path: string) => {
    for (const [name, value] of Object.entries(pageHeaders(null))) context.header(name, value)
    return context.redirect(path, 303)
  }

  app.post("/phone/dial", async (context) => {
    const form = await formOf(context)
    const language = languageOf(context, textOf(form.get("lang")))
    const id = await withProvider(({ dial }) => dial(textOf(form.get("number"))))
    return id === null
      ? context.html(dialPage(numbers, language, true), 404, { ...pageHeaders(null) })
      : toCall(context, callPath(language, id))
  })

  app.post("/phone/end", async (context) => {
    const form = await formOf(context)
    const language = languageOf(context, textOf(form.get("lang")))
    const id = textOf(form.get("id"))
    const how = CALLER_ENDS.find((one) => one === form.get("how"))
    if (how !== undefined) await withProvider(({ end }) => end(id, how))
    return toCall(context, callPath(language, id))
  })

  app.post("/phone/instructions", async (context) => {
    const body = await context.req.text()
    const message = {
      timestamp: context.req.header("x-phone-timestamp") ?? "",
      signature: context.req.header("x-phone-signature") ?? "",
      body,
    }
    const now = await run(Clock.currentTimeMillis)
    if (!isSignedMessage("phone-instruction.v1", Redacted.value(secret), message, now)) {
      return context.json({}, 401)
    }
    const instruction = decodeInstruction(body)
    if (Option.isNone(instruction)) return context.json({}, 400)
    const isKnown = await withProvider(({ instructed }) => instructed(instruction.value))
    return context.json({}, isKnown ? 200 : 404)
  })
}
