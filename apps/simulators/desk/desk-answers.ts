/** How the desk's pages are answered, in the language of the request. */
import type { Context } from "hono"
import { chooseLanguage, type Language } from "../page/language.ts"
import { type Markup, pageHeaders } from "../page/layout.ts"
import { logInPage } from "./desk-layout.ts"

/** Of everything that the desk answers. */
export const HEADERS = pageHeaders(null, "scripts")

export const languageOf = (context: Context): Language =>
  chooseLanguage(context.req.query("lang"), undefined, context.req.header("accept-language"))

export const show = (
  context: Context,
  page: Markup,
  status: 200 | 400 | 403 | 404 | 409 | 429 | 503,
) => context.html(page, status, { ...HEADERS })

export const showLogIn = (context: Context) =>
  show(context, logInPage(null, languageOf(context)), 403)
