/**
 * The cookies of a browser at the desk: which desk it is, and that somebody logged in with it before.
 * `HttpOnly` and `SameSite=Strict`; `Secure` behind a proxy that speaks https.
 */
import { getConnInfo } from "@hono/node-server/conninfo"
import type { Context } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import type { CookieOptions } from "hono/utils/cookie"
import type { DeskAccess } from "./access.ts"
import { BROWSER_TOKEN_SECONDS } from "./known-browsers.ts"

const DESK_COOKIE = "desk"
const BROWSER_COOKIE = "desk-browser"

const optionsFor = (context: Context): CookieOptions => ({
  httpOnly: true,
  sameSite: "Strict",
  path: "/desk",
  secure: context.req.header("x-forwarded-proto") === "https",
})

export class DeskCookies {
  readonly #access: DeskAccess

  constructor(access: DeskAccess) {
    this.#access = access
  }

  /** The desk that asks; null where it has yet to log in. */
  deskOf(context: Context): string | null {
    const desk = this.#access.deskOf(getCookie(context, DESK_COOKIE), Date.now())
    if (desk?.isNew === true) setCookie(context, DESK_COOKIE, desk.id, optionsFor(context))
    return desk?.id ?? null
  }

  logIn(context: Context, typed: string): "loggedIn" | "wrong" | "tooOften" {
    const address = getConnInfo(context).remote.address ?? ""
    const browserToken = getCookie(context, BROWSER_COOKIE)
    const result = this.#access.logIn({ typed, address, browserToken }, Date.now())
    if (result === "wrong" || result === "tooOften") return result
    setCookie(context, DESK_COOKIE, result.id, optionsFor(context))
    // It outlives the session and a log-out: the browser stays known.
    const maxAge = BROWSER_TOKEN_SECONDS
    setCookie(context, BROWSER_COOKIE, result.browserToken, { ...optionsFor(context), maxAge })
    return "loggedIn"
  }

  logOut(context: Context): void {
    this.#access.logOut(getCookie(context, DESK_COOKIE))
  }
}
