/**
 * The private messages of a performer at the desk that holds her: her conversations beside the messages of one. Parts
 * are brought up to date by their ids, as those of her room are; at a desk that does not hold her they are empty.
 */
import { MAX_MESSAGE_CHARACTERS } from "@foldcast/contracts/private-message"
import type {
  DeskConversation,
  DeskInbox,
  DeskMessage,
} from "@foldcast/contracts/upstream/performer-desk"
import { m } from "@foldcast/messages/messages"
import { html } from "hono/html"
import { layout, type Markup } from "../page/layout.ts"
import { type Language, otherLanguage } from "../page/language.ts"
import { actButton } from "./act-button.ts"
import { refreshedContent } from "./desk-layout.ts"
import { maxLengthAttributes } from "./max-length.ts"
import { messageTime } from "./message-time.ts"
import { DESK_SCRIPT_PATH, deskInboxPath, deskMessagePicturePath, deskRoomPath } from "./paths.ts"
import { roomSection } from "./room-section.ts"

export interface InboxView {
  readonly performerId: string
  /** Null at a desk that does not hold her. */
  readonly inbox: DeskInbox | null
  /** Why nothing is shown; null where it is. */
  readonly notice: string | null
  /** The conversation that is asked for. */
  readonly conversation: string | null
  readonly problem: string | null
}

const RENEWED_EVERY_MS = 3_000

const nameOf = (name: string | null, language: Language) =>
  name ?? m.desk_inbox_unnamed({}, { locale: language })

const conversationItem = (
  { id, name, at, text, isFromMember, unread, mayWrite }: DeskConversation,
  performerId: string,
  language: Language,
): Markup => {
  const locale = { locale: language }
  const said = text ?? m.desk_inbox_has_picture({}, locale)
  return html`<li id="conversation-${id}">
    <a id="open-${id}" href="${deskInboxPath(performerId, language, id)}"
      >${nameOf(name, language)}</a
    >
    ${unread === 0 ? "" : html`<b>${m.desk_inbox_unread({ count: String(unread) }, locale)}</b>`}
    ${mayWrite ? "" : html`<i>${m.desk_inbox_may_not_write({}, locale)}</i>`}
    <span
      >${messageTime(at, language)}
      ${isFromMember ? "" : html`${m.desk_inbox_you({}, locale)}: `}${said}</span
    >
  </li>`
}

const said = ({ text, picture }: DeskMessage, performerId: string, language: Language): Markup => {
  const locale = { locale: language }
  if (text !== null) return html`<span>${text}</span>`
  if (picture === null) return html`<i>${m.desk_inbox_gone({}, locale)}</i>`
  return html`<a href="${deskMessagePicturePath(performerId, picture)}" target="_blank"
    >${m.desk_inbox_picture({}, locale)}</a
  >`
}

const messageItem = (
  message: DeskMessage,
  { performerId, name }: { readonly performerId: string; readonly name: string },
  language: Language,
): Markup => {
  const locale = { locale: language }
  const { number, at, isFromMember, isRead } = message
  const who = isFromMember ? name : m.desk_inbox_you({}, locale)
  return html`<div id="message-${number}" class="spoken">
    ${messageTime(at, language)} <b>${who}</b>: ${said(message, performerId, language)}
    ${!isFromMember && isRead ? html`<i>${m.desk_inbox_read({}, locale)}</i>` : ""}
  </div>`
}

const openSection = (
  { inbox, performerId, conversation }: InboxView,
  language: Language,
): Markup => {
  const locale = { locale: language }
  const open = inbox?.open ?? null
  const mayWrite = open?.mayWrite ?? false
  const name = nameOf(open?.name ?? null, language)
  if (conversation === null) {
    return html`<p>${m.desk_inbox_pick({}, locale)}</p>`
  }
  const action = deskInboxPath(performerId, language, conversation)
  return roomSection(
    { id: "conversation", isShown: open !== null },
    name,
    html`<div
        id="log"
        role="log"
        aria-labelledby="conversation-title"
        tabindex="0"
        data-live="items"
      >
        ${(open?.messages ?? []).map((one) => messageItem(one, { performerId, name }, language))}
      </div>
      <form method="post" action="${action}">
        <fieldset id="answer" data-attributes ${mayWrite ? "" : "disabled"}>
          <label for="text">${m.desk_inbox_answer({ name }, locale)}</label>
          <input
            id="text"
            name="text"
            ${maxLengthAttributes(MAX_MESSAGE_CHARACTERS, language)}
            autocomplete="off"
            required
          />
          <button class="first">${m.desk_send({}, locale)}</button>
        </fieldset>
      </form>
      <div id="block" data-live="whole">
        ${
          mayWrite
            ? actButton(
                { action, id: "block-member", label: m.desk_block({ name }, locale) },
                { act: "Block" },
              )
            : html`<p>${m.desk_inbox_closed({ name }, locale)}</p>`
        }
      </div>`,
  )
}

/** Whom she blocked, each with the way back. */
const blockedSection = ({ inbox, performerId, conversation }: InboxView, language: Language) => {
  const locale = { locale: language }
  const blocked = inbox?.blocked ?? []
  const action = deskInboxPath(performerId, language, conversation)
  return roomSection(
    { id: "blocked", isShown: blocked.length > 0 },
    m.desk_blocked({}, locale),
    html`<ul id="blocked-list" data-live="items">
      ${blocked.map(({ id, name: given }) => {
        const name = nameOf(given, language)
        return html`<li id="blocked-${id}">
          <b>${name}</b>
          ${actButton(
            { action, id: `unblock-${id}`, label: m.desk_unblock({ name }, locale) },
            { act: "Unblock", block: id },
          )}
        </li>`
      })}
    </ul>`,
  )
}

export const inboxPage = (view: InboxView, language: Language): Markup => {
  const { performerId, inbox, notice, conversation, problem } = view
  const locale = { locale: language }
  const title = m.desk_inbox({}, locale)
  const conversations = inbox?.conversations ?? []
  const isEmpty = inbox !== null && conversations.length === 0
  const content = html`<p class="back">
      <a href="${deskRoomPath(performerId, language)}">${m.desk_inbox_back({}, locale)}</a>
    </p>
    <h1 id="top" tabindex="-1">${title}</h1>
    <div id="notice" data-live="whole"><p>${notice ?? inbox?.name ?? ""}</p></div>
    <p id="conversations-none" data-attributes ${isEmpty ? "" : "hidden"}>
      ${m.desk_inbox_none({}, locale)}
    </p>
    <div class="desk inbox">
      <ul id="conversations" class="performers" data-live="whole">
        ${conversations.map((one) => conversationItem(one, performerId, language))}
      </ul>
      ${isEmpty ? "" : openSection(view, language)}
    </div>
    ${blockedSection(view, language)}`
  return layout({
    language,
    party: m.desk_title({}, locale),
    title,
    otherHref: deskInboxPath(performerId, otherLanguage(language), conversation),
    scripts: [DESK_SCRIPT_PATH],
    isWide: true,
    content: refreshedContent({
      version: 0,
      everyMs: RENEWED_EVERY_MS,
      language,
      problem,
      content,
    }),
  })
}
