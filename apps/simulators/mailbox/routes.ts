/**
 * GET /mailbox and /mailbox/{id} for people; /mailbox/messages and /mailbox/messages/next for programs that wait for
 * a mail. A mail's HTML is shown alone under /mailbox/{id}/html, where it runs and fetches nothing.
 *
 * Answers only to loopback names, so that a foreign name that resolves to this machine reads no mail (DNS rebinding).
 */
import { Effect, Option } from "effect"
import type { Hono } from "hono"
import { createMiddleware } from "hono/factory"
import { isLoopbackHost } from "../page/loopback-host.ts"
import { pageHeaders } from "../page/layout.ts"
import { chooseLanguage } from "../page/language.ts"
import { Mailbox, type MailboxEntry } from "./mailbox.ts"
import { mailListPage, mailPage, noMailPage } from "./pages.ts"

export type RunMailbox = <A>(call: Effect.Effect<A, never, Mailbox>) => Promise<A>

/** How long a program may wait for a mail. */
export const MAX_WAIT_MS = 20_000

const HTML_HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
}
const JSON_HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" }

const messageOf = ({ id, receivedAt, ...mail }: MailboxEntry) => ({
  id: String(id),
  receivedAt: new Date(receivedAt).toISOString(),
  ...mail,
})

const idOf = (text: string | undefined): number =>
  /^\d{1,9}$/u.test(text ?? "") ? Number(text) : 0

const loopbackOnly = createMiddleware(async (context, next) => {
  if (!isLoopbackHost(context.req.header("host"))) return context.text("", 403, JSON_HEADERS)
  return next()
})

const list = (to: string | null) => Effect.map(Mailbox, (mailbox) => mailbox.list(to))
const find = (id: number) => Effect.map(Mailbox, (mailbox) => mailbox.find(id))

export const addMailboxRoutes = (app: Hono, run: RunMailbox): void => {
  app.use("/mailbox/*", loopbackOnly)
  app.get("/mailbox", async (context) => {
    const { lang, to } = context.req.query()
    const language = chooseLanguage(lang, undefined, context.req.header("accept-language"))
    const of = to?.trim() || null
    const page = mailListPage({ mails: await run(list(of)), to: of }, language)
    return context.html(page, 200, { ...pageHeaders(null) })
  })
  app.get("/mailbox/messages", async (context) => {
    const mails = await run(list(context.req.query("to") ?? null))
    return context.json(mails.map(messageOf), 200, JSON_HEADERS)
  })
  app.get("/mailbox/messages/next", async (context) => {
    const { to, after } = context.req.query()
    const waiting = Effect.flatMap(Mailbox, ({ next }) =>
      next(to ?? null, idOf(after), MAX_WAIT_MS),
    )
    const mail = await run(waiting)
    return Option.isSome(mail)
      ? context.json(messageOf(mail.value), 200, JSON_HEADERS)
      : context.body(null, 204, JSON_HEADERS)
  })
  app.get("/mailbox/:id{\\d+}/html", async (context) => {
    const mail = await run(find(idOf(context.req.param("id"))))
    return Option.isSome(mail) && mail.value.html !== ""
      ? context.html(mail.value.html, 200, HTML_HEADERS)
      : context.text("", 404, HTML_HEADERS)
  })
  app.get("/mailbox/:id", async (context) => {
    const { lang, to } = context.req.query()
    const language = chooseLanguage(lang, undefined, context.req.header("accept-language"))
    const mail = await run(find(idOf(context.req.param("id"))))
    return Option.isSome(mail)
      ? context.html(mailPage(mail.value, language, to ?? null), 200, {
          ...pageHeaders(null, "frames"),
        })
      : context.html(noMailPage(language), 404, { ...pageHeaders(null) })
  })
}
