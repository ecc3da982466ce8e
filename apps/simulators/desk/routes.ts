/**
 * GET /desk lists the performers, GET and POST /desk/{id} is the room of one, POST /desk/log-in and log-out where
 * there is a password; the camera's are in camera-routes.ts. The backend keeps who has whom; here is only whose
 * browser is which desk.
 *
 * Invariants: nothing of a room is shown to who has not logged in; a post that does not come from a page of ours
 * changes nothing; without a password the desk answers only to names of this machine.
 */
import { randomBytes } from "node:crypto"
import { getConnInfo } from "@hono/node-server/conninfo"
import type { Context, Hono } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import type { CookieOptions } from "hono/utils/cookie"
import { createMiddleware } from "hono/factory"
import type { DeskConfig } from "../config.ts"
import { type Markup, pageHeaders } from "../page/layout.ts"
import { type Language, chooseLanguage } from "../page/language.ts"
import { isLoopbackHost } from "../page/loopback-host.ts"
import { DeskAccess, isSameOrigin } from "./access.ts"
import { DESK_SCRIPT_PATH, deskPath, deskRoomPath } from "./paths.ts"
import { backendCalls } from "./backend-calls.ts"
import { addCameraRoutes } from "./camera-routes.ts"
import { logInPage, errorPage } from "./desk-layout.ts"
import { BROWSER_TOKEN_SECONDS } from "./known-browsers.ts"
import { performerListPage } from "./list-page.ts"
import { engineSessions } from "./engine-sessions.ts"
import { decodeActForm } from "./act-form.ts"
import { roomPage } from "./room-page.ts"
import { readDeskScript } from "./script-file.ts"
import { problemText } from "./labels.ts"

const COOKIE = "desk"
const BROWSER_COOKIE = "desk-browser"
const DESK_BYTES = 24
const HEADERS = pageHeaders(null, "scripts")

const languageOf = (context: Context): Language =>
  chooseLanguage(context.req.query("lang"), undefined, context.req.header("accept-language"))

const show = (context: Context, page: Markup, status: 200 | 400 | 403 | 404 | 409 | 429 | 503) =>
  context.html(page, status, { ...HEADERS })

export type ReadForm = (context: Context) => Promise<FormData>

export const addDeskRoutes = (app: Hono, config: DeskConfig, readForm: ReadForm): void => {
  const backend = backendCalls(config)
  const access = new DeskAccess(config, () => randomBytes(DESK_BYTES).toString("base64url"))

  const cookieOf = (context: Context): CookieOptions => ({
    httpOnly: true,
    sameSite: "Strict",
    path: "/desk",
    secure: context.req.header("x-forwarded-proto") === "https",
  })
  const keep = (context: Context, id: string) => setCookie(context, COOKIE, id, cookieOf(context))

  /** The desk that asks; null where it has yet to log in. */
  const deskOf = (context: Context): string | null => {
    const desk = access.deskOf(getCookie(context, COOKIE), Date.now())
    if (desk?.isNew === true) keep(context, desk.id)
    return desk?.id ?? null
  }

  const guarded = createMiddleware(async (context, next) => {
    const host = context.req.header("host")
    if (!access.hasPassword && !isLoopbackHost(host)) return context.text("", 403, { ...HEADERS })
    if (context.req.method !== "GET" && !isSameOrigin(context.req.header("origin"), host)) {
      return show(context, errorPage("origin", languageOf(context)), 403)
    }
    return next()
  })
  app.use("/desk/*", guarded)

  const script = readDeskScript()
  app.get(DESK_SCRIPT_PATH, (context) =>
    context.body(script, 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
    }),
  )

  const engine = config.engine === null ? null : engineSessions(config.engine)
  if (engine !== null) addCameraRoutes(app, { engine, backend, deskOf })

  app.post("/desk/log-in", async (context) => {
    const language = languageOf(context)
    const typed = (await readForm(context)).get("password")
    const address = getConnInfo(context).remote.address ?? ""
    const came = access.logIn(
      {
        typed: typeof typed === "string" ? typed : "",
        address,
        browserToken: getCookie(context, BROWSER_COOKIE),
      },
      Date.now(),
    )
    if (came === "wrong") return show(context, logInPage(came, language), 403)
    if (came === "tooOften") return show(context, logInPage(came, language), 429)
    keep(context, came.id)
    // It outlives the session, and a log-out: the browser stays known.
    const maxAge = BROWSER_TOKEN_SECONDS
    setCookie(context, BROWSER_COOKIE, came.word, { ...cookieOf(context), maxAge })
    return context.redirect(deskPath(language), 303)
  })
  app.post("/desk/log-out", (context) => {
    access.logOut(getCookie(context, COOKIE))
    return context.redirect(deskPath(languageOf(context)), 303)
  })

  app.get("/desk", async (context) => {
    const language = languageOf(context)
    const desk = deskOf(context)
    if (desk === null) return show(context, logInPage(null, language), 403)
    const name = context.req.query("name") ?? ""
    const asked = await backend.list(desk, name)
    if (asked._tag !== "Answered") return show(context, errorPage("unreachable", language), 503)
    const { performers } = asked.answer
    const page = performerListPage({ performers, name, mayLogOut: access.hasPassword }, language)
    return show(context, page, 200)
  })

  const showRoom = async (
    context: Context,
    given: {
      readonly desk: string
      readonly id: string
      readonly after: string
      readonly problem: string | null
    },
  ) => {
    const { desk, id, after, problem } = given
    const language = languageOf(context)
    const asked = await backend.room(desk, id, after)
    if (asked._tag === "Unreachable") {
      return show(context, errorPage("unreachable", language), 503)
    }
    if (asked._tag === "Refused") return show(context, errorPage("unknown", language), 404)
    const camera =
      engine === null
        ? null
        : { address: engine.whipAddress(id), isReachable: await engine.isReachable() }
    const page = roomPage(
      { room: asked.answer, problem, mayLogOut: access.hasPassword, camera },
      language,
    )
    return show(context, page, problem === null ? 200 : 409)
  }

  app.get("/desk/:id", async (context) => {
    const desk = deskOf(context)
    if (desk === null) return show(context, logInPage(null, languageOf(context)), 403)
    const after = context.req.query("after") ?? ""
    return showRoom(context, { desk, id: context.req.param("id"), after, problem: null })
  })
  app.post("/desk/:id", async (context) => {
    const language = languageOf(context)
    const desk = deskOf(context)
    if (desk === null) return show(context, logInPage(null, language), 403)
    const id = context.req.param("id")
    const form = await readForm(context)
    const act = decodeActForm((name) => {
      const value = form.get(name)
      return typeof value === "string" ? value : ""
    })
    const done = act === null ? null : await backend.act(desk, id, act)
    if (done?._tag === "Answered") return context.redirect(deskRoomPath(id, language), 303)
    if (done?._tag === "Unreachable") {
      return show(context, errorPage("unreachable", language), 503)
    }
    const problem = problemText(done?.label ?? "malformed", language)
    return showRoom(context, { desk, id, after: "", problem })
  })
}
