/**
 * A performer's room at the desk. Each part has an id, by which the script replaces it alone (desk-client/live-parts.ts):
 * what is typed, selected or focused elsewhere stays.
 */
import { MESSAGE_LENGTH } from "@foldcast/contracts/chat-rules"
import { m } from "@foldcast/messages/messages"
import type {
  DeskPerformer,
  DeskRoom,
  DeskViewer,
} from "@foldcast/contracts/upstream/performer-desk"
import { html } from "hono/html"
import { layout, type Markup } from "../page/layout.ts"
import { type Language, otherLanguage } from "../page/language.ts"
import { actButton } from "./act-button.ts"
import { DESK_SCRIPT_PATH, deskInboxPath, deskPath, deskRoomPath } from "./paths.ts"
import { camBackSection } from "./cam-back-section.ts"
import { cameraSection, type CameraView } from "./camera-section.ts"
import { logOutForm, refreshedContent } from "./desk-layout.ts"
import { maxLengthAttributes } from "./max-length.ts"
import { logLine } from "./log-line.ts"
import { roomSection } from "./room-section.ts"
import { modeText, viewersText, viewerModeText } from "./labels.ts"

/** Her messages open in a page of their own: leaving this one would end what it publishes. */
const holding = ({ performer }: DeskRoom, language: Language): Markup => {
  const { id, name, hold, mode, viewers } = performer
  const locale = { locale: language }
  const action = deskRoomPath(id, language)
  const texts = {
    yours: m.desk_hold_yours,
    nobody: m.desk_hold_nobody,
    others: m.desk_hold_others,
  } as const
  return html`<p>
      <strong>${modeText(mode, language)}</strong> · ${viewersText(viewers, language)}
      ${hold === "yours" ? html`· <a id="messages" target="_blank" href="${deskInboxPath(id, language)}">${m.desk_inbox({}, locale)}</a>` : ""}
    </p>
    <p>${texts[hold]({ name }, locale)}</p>
    ${
      hold === "nobody"
        ? actButton(
            { action, id: "take-over", label: m.desk_take_over({}, locale), isFirst: true },
            { act: "TakeOver" },
          )
        : ""
    }
    ${
      hold === "yours"
        ? actButton(
            { action, id: "hand-back", label: m.desk_hand_back({}, locale) },
            { act: "HandBack" },
          )
        : ""
    }`
}

const switches = ({ performer: { id, mode } }: DeskRoom, language: Language): Markup => {
  const locale = { locale: language }
  const action = deskRoomPath(id, language)
  const to = (mode: string, label: string, isFirst = false) =>
    actButton({ action, id: `switch-${mode}`, label, isFirst }, { act: "Switch", mode })
  const end = to("offline", m.desk_show_end({}, locale))
  const pause = to("paused", m.desk_pause({}, locale))
  switch (mode) {
    case "offline":
      return to("free", m.desk_show_start({}, locale), true)
    case "free":
      return html`${to("chat", m.desk_free_off({}, locale))} ${pause} ${end}`
    case "chat":
      return html`${to("free", m.desk_free_on({}, locale), true)} ${pause} ${end}`
    case "paused":
      return html`${actButton({ action, id: "resume", label: m.desk_resume({}, locale), isFirst: true }, { act: "Resume" })}
      ${end}`
    case "vip":
      return html`${actButton({ action, id: "stop-vip", label: m.desk_vip_stop({}, locale) }, { act: "StopVip" })}
      ${end}`
  }
}

const request = (viewer: DeskViewer, action: string, language: Language): Markup => {
  const { session, nickname: name } = viewer
  const locale = { locale: language }
  return html`<li id="request-${session}">
    <b>${name}</b>
    ${actButton(
      { action, id: `accept-${session}`, label: m.desk_accept({ name }, locale), isFirst: true },
      { act: "AcceptVip", session },
    )}
    <form method="post" action="${action}">
      <input type="hidden" name="act" value="DeclineVip" />
      <input type="hidden" name="session" value="${session}" />
      <label for="why-${session}">${m.desk_decline_reason({ name }, locale)}</label>
      <input
        id="why-${session}"
        name="reason"
        ${maxLengthAttributes(MESSAGE_LENGTH.maximum, language)}
        autocomplete="off"
      />
      <button id="decline-${session}">${m.desk_decline({ name }, locale)}</button>
    </form>
  </li>`
}

const about = (viewer: DeskViewer, mode: DeskPerformer["mode"], language: Language): string => {
  const locale = { locale: language }
  return [
    viewer.isGuest ? m.desk_guest({}, locale) : m.desk_member({}, locale),
    viewerModeText(viewer.mode, mode, language),
    ...(viewer.waitsForVip ? [m.desk_waits({}, locale)] : []),
    ...(viewer.camBack === "off" ? [] : [m.desk_has_cam_back({}, locale)]),
  ].join(" · ")
}

const viewerItem = (
  viewer: DeskViewer,
  { id, mode }: DeskPerformer,
  language: Language,
): Markup => {
  const action = deskRoomPath(id, language)
  const { session, nickname: name, isGuest } = viewer
  const locale = { locale: language }
  return html`<li id="viewer-${session}">
    <b>${name}</b> <span>${about(viewer, mode, language)}</span>
    <details>
      <summary id="more-${session}">${m.desk_remove_open({}, locale)}</summary>
      <form method="post" action="${action}">
        <input type="hidden" name="act" value="Remove" />
        <input type="hidden" name="session" value="${session}" />
        <label for="reason-${session}">${m.desk_remove_reason({}, locale)}</label>
        <select id="reason-${session}" name="reason">
          <option value="kicked">${m.desk_reason_kicked({}, locale)}</option>
          ${isGuest ? html`<option value="guest_expired">${m.desk_reason_guest_expired({}, locale)}</option>` : ""}
          <option value="default">${m.desk_reason_default({}, locale)}</option>
        </select>
        <button id="remove-${session}">${m.desk_remove({ name }, locale)}</button>
      </form>
      ${
        isGuest
          ? ""
          : actButton(
              { action, id: `block-${session}`, label: m.desk_block({ name }, locale) },
              { act: "Block", session },
            )
      }
    </details>
  </li>`
}

const saying = ({ viewers, performer: { id, hold } }: DeskRoom, language: Language): Markup => {
  const locale = { locale: language }
  return html`<form method="post" action="${deskRoomPath(id, language)}" class="say">
    <fieldset id="say" data-attributes ${hold === "yours" ? "" : "disabled"}>
      <input type="hidden" name="act" value="Say" />
      <label for="to">${m.desk_to({}, locale)}</label>
      <select id="to" name="to" data-live="items">
        <option id="to-all" value="">${m.desk_everybody({}, locale)}</option>
        ${viewers.map(({ session, nickname: name }) => html`<option id="to-${session}" value="${session}">${m.desk_only({ name }, locale)}</option>`)}
      </select>
      <label for="text">${m.desk_write({}, locale)}</label>
      <input
        id="text"
        name="text"
        ${maxLengthAttributes(MESSAGE_LENGTH.maximum, language)}
        autocomplete="off"
        required
      />
      <button class="first">${m.desk_send({}, locale)}</button>
    </fieldset>
  </form>`
}

/** The sentence beside an empty list; outside of it, since the script replaces the list's items. */
const ifNone = (id: string, isEmpty: boolean, text: string): Markup =>
  html`<p id="${id}" data-attributes ${isEmpty ? "" : "hidden"}>${text}</p>`

export interface RoomView {
  readonly room: DeskRoom
  readonly problem: string | null
  readonly mayLogOut: boolean
  /** Null without a media engine. */
  readonly camera: CameraView | null
}

/** A desk that does not hold the performer asks again after so long; the holder's requests wait for a new version. */
const LOOKING_ON_MS = 3_000

const roomContent = ({ room, mayLogOut, camera }: RoomView, language: Language): Markup => {
  const locale = { locale: language }
  const { performer, viewers, lines } = room
  const action = deskRoomPath(performer.id, language)
  const isShown = performer.hold === "yours"
  const waiting = viewers.filter(({ waitsForVip }) => waitsForVip)
  return html`<div class="top">
      <p class="back"><a href="${deskPath(language)}">${m.desk_back({}, locale)}</a></p>
      <h1 id="top" tabindex="-1">${performer.name}</h1>
      <div id="hold" data-live="whole">${holding(room, language)}</div>
      ${roomSection(
        { id: "show", isShown, className: "show" },
        m.desk_controls({}, locale),
        html`<div id="switches" class="switches" data-live="whole">
          ${isShown ? switches(room, language) : ""}
        </div>`,
      )}
    </div>
    ${roomSection(
      { id: "requests", isShown, className: "requests" },
      m.desk_requests({}, locale),
      html`${ifNone("requests-none", waiting.length === 0, m.desk_requests_none({}, locale))}
        <ul id="requests-list" aria-live="polite" data-live="items">
          ${waiting.map((one) => request(one, action, language))}
        </ul>`,
    )}
    <div class="desk">
      ${camera === null ? "" : cameraSection(room, camera, language)}
      <div class="with-viewers">
        ${camBackSection(room, { action, hasPictures: camera !== null }, language)}
        ${roomSection(
          { id: "room", isShown, className: "room" },
          m.desk_log({}, locale),
          html`${ifNone("log-none", lines.length === 0, m.desk_log_empty({}, locale))}
            <div id="log" role="log" aria-labelledby="room-title" tabindex="0" data-live="items">
              ${lines.map((line) => logLine(line, language))}
            </div>
            ${saying(room, language)}`,
        )}
        ${roomSection(
          { id: "viewers", isShown, className: "viewers" },
          m.desk_viewers({}, locale),
          html`${ifNone("viewers-none", viewers.length === 0, m.desk_viewers_none({}, locale))}
            <ul id="viewers-list" data-live="items">
              ${viewers.map((one) => viewerItem(one, performer, language))}
            </ul>`,
        )}
      </div>
    </div>
    ${mayLogOut ? logOutForm(language) : ""}`
}

export const roomPage = (shown: RoomView, language: Language): Markup => {
  const { performer, version } = shown.room
  return layout({
    language,
    party: m.desk_title({}, { locale: language }),
    title: performer.name,
    otherHref: deskRoomPath(performer.id, otherLanguage(language)),
    scripts: [DESK_SCRIPT_PATH],
    isWide: true,
    content: refreshedContent({
      version,
      everyMs: performer.hold === "yours" ? 0 : LOOKING_ON_MS,
      language,
      problem: shown.problem,
      content: roomContent(shown, language),
    }),
  })
}
