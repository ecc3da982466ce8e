/**
 * The desk's routes: GET /desk lists the performers, GET and POST /desk/{id} is the room of one, POST /desk/log-in
 * and log-out are there for a desk with a password; the camera's stand in camera-routes.ts, her messages' in
 * inbox-routes.ts. The backend keeps which desk holds whom; here is only which desk a browser is.
 *
 * Invariants: nothing of a room is shown before the log-in; a request that another site's page makes changes nothing;
 * without a password the desk answers only to loopback names.
 */
import { randomBytes } from "node:crypto"
import type { Context, Hono } from "hono"
import { createMiddleware } from "hono/factory"
import type { DeskConfig } from "../config.ts"
import { isLoopbackHost } from "../page/loopback-host.ts"
import { DeskAccess, isSameOrigin } from "./access.ts"
import { decodeActForm } from "./act-form.ts"
import { type BackendCalls, backendCalls } from "./backend-calls.ts"
import { addCameraRoutes } from "./camera-routes.ts"
import { HEADERS, languageOf, show, showLogIn } from "./desk-answers.ts"
import { DeskCookies } from "./desk-cookies.ts"
import { errorPage, logInPage } from "./desk-layout.ts"
import { DeskEngineSessions } from "./engine-sessions.ts"
import { addInboxRoutes } from "./inbox-routes.ts"
import { problemText } from "./labels.ts"
import { performerListPage } from "./list-page.ts"
import { DESK_SCRIPT_PATH, deskPath, deskRoomPath } from "./paths.ts"
import { roomPage } from "./room-page.ts"
import { readDeskScript } from "./script-file.ts"

const DESK_ID_BYTES = 24

export type ReadForm = (context: Context) => Promise<FormData>

interface DeskRoutesDeps {
  readonly backend: BackendCalls
  readonly engine: DeskEngineSessions | null
  readonly access: DeskAccess
  readonly cookies: DeskCookies
  readonly readForm: ReadForm
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

const guard = (access: DeskAccess) =>
  createMiddleware(async (context, next) => {
    const host = context.req.header("host")
    if (!access.hasPassword && !isLoopbackHost(host)) return context.text("", 403, { ...HEADERS })
    if (context.req.method !== "GET" && !isSameOrigin(context.req.header("origin"), host)) {
      return show(context, errorPage("origin", languageOf(context)), 403)
    }
    return next()
  })

const addScript = (app: Hono): void => {
  const script = readDeskScript()
  app.get(DESK_SCRIPT_PATH, (context) =>
    context.body(script, 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
    }),
  )
}

const addLogIn = (app: Hono, { cookies, readForm }: DeskRoutesDeps): void => {
  app.post("/desk/log-in", async (context) => {
    const language = languageOf(context)
    const result = cookies.logIn(context, textIn(await readForm(context), "password"))
    if (result === "wrong") return show(context, logInPage(result, language), 403)
    if (result === "tooOften") return show(context, logInPage(result, language), 429)
    return context.redirect(deskPath(language), 303)
  })
  app.post("/desk/log-out", (context) => {
    cookies.logOut(context)
    return context.redirect(deskPath(languageOf(context)), 303)
  })
}

const addList = (app: Hono, { backend, access, cookies }: DeskRoutesDeps): void => {
  app.get("/desk", async (context) => {
    const language = languageOf(context)
    const desk = cookies.deskOf(context)
    if (desk === null) return showLogIn(context)
    const name = context.req.query("name") ?? ""
    const answer = await backend.list(desk, name)
    if (answer._tag !== "Answered") return show(context, errorPage("unreachable", language), 503)
    const { performers } = answer.answer
    const view = { performers, name, mayLogOut: access.hasPassword }
    return show(context, performerListPage(view, language), 200)
  })
}

interface RoomRequest {
  readonly desk: string
  readonly performerId: string
  /** The version that the page shows already; "" for whatever there is. */
  readonly after: string
  /** Why what was pressed was not done. */
  readonly problem: string | null
}

const showRoom = async (
  context: Context,
  { backend, engine, access }: DeskRoutesDeps,
  { desk, performerId, after, problem }: RoomRequest,
) => {
  const language = languageOf(context)
  const answer = await backend.room(desk, performerId, after)
  if (answer._tag === "Unreachable") return show(context, errorPage("unreachable", language), 503)
  if (answer._tag === "Refused") return show(context, errorPage("unknown", language), 404)
  const camera =
    engine === null
      ? null
      : { address: engine.whipAddress(performerId), isReachable: await engine.isReachable() }
  const view = { room: answer.answer, problem, mayLogOut: access.hasPassword, camera }
  return show(context, roomPage(view, language), problem === null ? 200 : 409)
}

const addRoom = (app: Hono, deps: DeskRoutesDeps): void => {
  const { backend, cookies, readForm } = deps
  app.get("/desk/:id", async (context) => {
    const desk = cookies.deskOf(context)
    if (desk === null) return showLogIn(context)
    const after = context.req.query("after") ?? ""
    const performerId = context.req.param("id")
    return showRoom(context, deps, { desk, performerId, after, problem: null })
  })
  app.post("/desk/:id", async (context) => {
    const language = languageOf(context)
    const desk = cookies.deskOf(context)
    if (desk === null) return showLogIn(context)
    const performerId = context.req.param("id")
    const form = await readForm(context)
    const act = decodeActForm((name) => textIn(form, name))
    const answer = act === null ? null : await backend.act(desk, performerId, act)
    if (answer?._tag === "Answered")
      return context.redirect(deskRoomPath(performerId, language), 303)
    if (answer?._tag === "Unreachable") {
      return show(context, errorPage("unreachable", language), 503)
    }
    const problem = problemText(answer?.label ?? "malformed", language)
    return showRoom(context, deps, { desk, performerId, after: "", problem })
  })
}

export const addDeskRoutes = (app: Hono, config: DeskConfig, readForm: ReadForm): void => {
  const access = new DeskAccess(config, () => randomBytes(DESK_ID_BYTES).toString("base64url"))
  const backend = backendCalls(config)
  const engine = config.engine === null ? null : new DeskEngineSessions(config.engine)
  const cookies = new DeskCookies(access)
  const deps: DeskRoutesDeps = { backend, engine, access, cookies, readForm }
  app.use("/desk/*", guard(access))
  addScript(app)
  if (engine !== null) addCameraRoutes(app, { engine, backend, cookies })
  addInboxRoutes(app, deps)
  addLogIn(app, deps)
  addList(app, deps)
  addRoom(app, deps)
}
