/**
 * A performer's messages at the desk: GET /desk/{id}/messages shows her conversations and, with `conversation`, the
 * messages of one, which are read by being shown; POST answers in it, blocks its member or takes a block back; GET /desk/{id}/message-pictures/{picture}.
 */
import type { Context, Hono } from "hono"
import { Option, Schema } from "effect"
import { type DeskInbox, DeskInboxAct } from "@foldcast/contracts/upstream/performer-desk"
import type { BackendAnswer, BackendCalls } from "./backend-calls.ts"
import { HEADERS, languageOf, show, showLogIn } from "./desk-answers.ts"
import type { DeskCookies } from "./desk-cookies.ts"
import { errorPage } from "./desk-layout.ts"
import { inboxPage } from "./inbox-page.ts"
import { problemText } from "./labels.ts"
import { deskInboxPath } from "./paths.ts"

export interface InboxRoutesDeps {
  readonly backend: BackendCalls
  readonly cookies: DeskCookies
  readonly readForm: (context: Context) => Promise<FormData>
}

const decodeAct = Schema.decodeUnknownOption(DeskInboxAct)

/** Whoever opens a conversation has read what it shows. */
const readShown = async (
  backend: BackendCalls,
  desk: string,
  performerId: string,
  { open }: DeskInbox,
): Promise<void> => {
  const unread = (open?.messages ?? []).filter((one) => one.isFromMember && !one.isRead)
  const last = unread.at(-1)
  if (open === null || last === undefined) return
  const read = { _tag: "Read", conversation: open.id, upTo: last.number } as const
  await backend.actInInbox(desk, performerId, read)
}

const NOTICED = new Set(["deskNotHeld", "deskTaken"])

const showInbox = async (
  context: Context,
  { backend }: InboxRoutesDeps,
  { desk, problem }: { readonly desk: string; readonly problem: string | null },
) => {
  const language = languageOf(context)
  const performerId = context.req.param("id") ?? ""
  const conversation = context.req.query("conversation") ?? null
  const answer: BackendAnswer<DeskInbox> = await backend.inbox(desk, performerId, conversation)
  if (answer._tag === "Unreachable") {
    return show(context, errorPage("unreachable", language), 503)
  }
  if (answer._tag === "Refused" && !NOTICED.has(answer.label)) {
    return show(context, errorPage("unknown", language), 404)
  }
  const inbox = answer._tag === "Answered" ? answer.answer : null
  if (inbox !== null) await readShown(backend, desk, performerId, inbox)
  const notice = answer._tag === "Refused" ? problemText(answer.label, language) : null
  const view = { performerId, inbox, notice, conversation, problem }
  return show(context, inboxPage(view, language), problem === null ? 200 : 409)
}

const addPicture = (app: Hono, { backend, cookies }: InboxRoutesDeps): void => {
  app.get("/desk/:id/message-pictures/:picture", async (context) => {
    const desk = cookies.deskOf(context)
    if (desk === null) return showLogIn(context)
    const { id, picture } = context.req.param()
    const answer = await backend.messagePicture(desk, id, picture)
    if (answer._tag === "Unreachable") {
      return show(context, errorPage("unreachable", languageOf(context)), 503)
    }
    if (answer._tag === "Refused") {
      return show(context, errorPage("unknown", languageOf(context)), 404)
    }
    return context.body(new Uint8Array(answer.answer.jpeg), 200, {
      ...HEADERS,
      "Content-Type": "image/jpeg",
    })
  })
}

export const addInboxRoutes = (app: Hono, deps: InboxRoutesDeps): void => {
  const { backend, cookies, readForm } = deps
  app.get("/desk/:id/messages", async (context) => {
    const desk = cookies.deskOf(context)
    return desk === null ? showLogIn(context) : showInbox(context, deps, { desk, problem: null })
  })
  app.post("/desk/:id/messages", async (context) => {
    const desk = cookies.deskOf(context)
    if (desk === null) return showLogIn(context)
    const language = languageOf(context)
    const performerId = context.req.param("id")
    const conversation = context.req.query("conversation") ?? ""
    const form = await readForm(context)
    const [text, block] = [form.get("text"), form.get("block")]
    const _tag = form.get("act") ?? "Write"
    const act = Option.getOrNull(decodeAct({ _tag, conversation, text, block }))
    const answer = act === null ? null : await backend.actInInbox(desk, performerId, act)
    if (answer?._tag === "Answered") {
      const open = conversation === "" ? null : conversation
      return context.redirect(deskInboxPath(performerId, language, open), 303)
    }
    if (answer?._tag === "Unreachable") {
      return show(context, errorPage("unreachable", language), 503)
    }
    const label = answer === null ? "malformed" : answer.label
    return showInbox(context, deps, { desk, problem: problemText(label, language) })
  })
  addPicture(app, deps)
}
