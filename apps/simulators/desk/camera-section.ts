/**
 * The camera in a performer's room: what is needed to go live, the buttons, what viewers see, and address and key
 * for a program. The script runs it (desk-client/camera.ts) and brings up to date what the backend knows.
 */
import { m } from "@foldcast/messages/messages"
import { type DeskRoom, MAX_SENT_STILL_BYTES } from "@foldcast/contracts/upstream/performer-desk"
import { html } from "hono/html"
import type { Markup } from "../page/layout.ts"
import type { Language } from "../page/language.ts"
import { roomSection } from "./room-section.ts"
import { modeText } from "./labels.ts"

export interface CameraView {
  /** Where a program publishes. */
  readonly address: string
  /** Whether the media engine answers. */
  readonly isReachable: boolean
}

/** Cuts picture and sound. WCAG 2.1.4 demands a switch to turn off shortcuts by a letter, not by a function key. */
export const CUT_KEY = "F9"

const pictureText = ({ picture }: DeskRoom, language: Language): string => {
  const locale = { locale: language }
  if (picture?.isPublished === true) return m.desk_picture_live({}, locale)
  return picture?.hasLoop === true
    ? m.desk_picture_loop({}, locale)
    : m.desk_picture_none({}, locale)
}

/** Whether viewers see the performer in the room's mode. */
const isSeen = ({ performer: { mode } }: DeskRoom): boolean =>
  mode !== "offline" && mode !== "paused"

const checklist = (room: DeskRoom, isReachable: boolean, language: Language): Markup => {
  const { mode } = room.performer
  const locale = { locale: language }
  const said = { mode: modeText(mode, language) }
  return html`<ul id="checklist" data-live="items">
    <li id="check-camera">${m.desk_check_camera_none({}, locale)}</li>
    <li id="check-microphone">${m.desk_check_microphone_none({}, locale)}</li>
    <li id="check-room">
      ${isSeen(room) ? m.desk_check_room_seen(said, locale) : m.desk_check_room_unseen(said, locale)}
    </li>
    <li id="check-engine">
      ${isReachable ? m.desk_check_engine({}, locale) : m.desk_check_engine_none({}, locale)}
    </li>
  </ul>`
}

const choice = (id: string, label: string): Markup =>
  html`<label for="${id}">${label}</label>
    <select id="${id}" disabled></select>`

const forPrograms = (room: DeskRoom, address: string, language: Language): Markup => {
  const locale = { locale: language }
  const hasKey = room.picture?.hasStreamKey === true
  return html`<details>
    <summary>${m.desk_program({}, locale)}</summary>
    <p>${m.desk_program_text({}, locale)}</p>
    <label for="whip-address">${m.desk_program_address({}, locale)}</label>
    <input id="whip-address" readonly value="${address}" />
    <button id="copy-address" type="button" data-copies="whip-address">
      ${m.desk_copy_address({}, locale)}
    </button>
    <p id="key-state" data-live="whole">
      ${hasKey ? m.desk_key_there({}, locale) : m.desk_key_none({}, locale)}
    </p>
    <div id="key-shown" hidden>
      <label for="stream-key">${m.desk_key_once({}, locale)}</label>
      <input id="stream-key" readonly autocomplete="off" />
      <button id="copy-key" type="button" data-copies="stream-key">
        ${m.desk_copy_key({}, locale)}
      </button>
    </div>
    <div class="switches">
      <button id="draw-key" type="button">${m.desk_key_draw({}, locale)}</button>
      <button id="revoke-key" type="button" data-attributes ${hasKey ? "" : "disabled"}>
        ${m.desk_key_revoke({}, locale)}
      </button>
    </div>
  </details>`
}

/** What the camera does now, and every sentence that the script may show there. */
const states = (room: DeskRoom, language: Language): Markup => {
  const locale = { locale: language }
  const key = { key: CUT_KEY }
  return html`<p
      id="camera-state"
      role="status"
      data-cut-key="${CUT_KEY}"
      data-ready="${m.desk_check_camera({}, locale)}"
      data-heard="${m.desk_check_microphone({}, locale)}"
      data-unheard="${m.desk_check_microphone_none({}, locale)}"
      data-missing="${m.desk_check_camera_none({}, locale)}"
      data-forbidden="${m.desk_camera_forbidden({}, locale)}"
      data-none="${m.desk_camera_not_found({}, locale)}"
      data-live-now="${m.desk_camera_live(key, locale)}"
      data-stopped="${m.desk_camera_stopped({}, locale)}"
      data-lost="${m.desk_camera_lost({}, locale)}"
      data-again="${m.desk_camera_again({}, locale)}"
      data-failed="${m.desk_camera_failed({}, locale)}"
      data-nothing="${m.desk_see_nothing({}, locale)}"
      data-copied="${m.desk_copied({}, locale)}"
    ></p>
    <p id="picture-state" data-live="whole">
      ${pictureText(room, language)}<data
        id="stretch"
        value="${room.picture?.stretch ?? ""}"
      ></data>
    </p>
    <p id="by-program" data-attributes ${room.picture?.byProgram === true ? "" : "hidden"}>
      ${m.desk_picture_by_program({}, locale)}
    </p>`
}

const pictures = (room: DeskRoom, language: Language): Markup => {
  const locale = { locale: language }
  const isThere = room.picture?.isPublished === true || room.picture?.hasLoop === true
  return html`<div class="pictures">
    <figure>
      <video
        id="preview"
        data-max-still-bytes="${MAX_SENT_STILL_BYTES}"
        autoplay
        muted
        playsinline
      ></video>
      <figcaption>${m.desk_preview({}, locale)}</figcaption>
      <label for="level">${m.desk_level({}, locale)}</label>
      <meter id="level" min="0" max="1" low="0.02" high="0.9" optimum="0.4" value="0"></meter>
    </figure>
    <figure>
      <video id="seen" autoplay muted playsinline></video>
      <figcaption>${m.desk_seen({}, locale)}</figcaption>
      <button id="see" type="button" data-attributes ${isThere && isSeen(room) ? "" : "disabled"}>
        ${m.desk_see({}, locale)}
      </button>
    </figure>
  </div>`
}

const buttons = (room: DeskRoom, language: Language): Markup => {
  const locale = { locale: language }
  const key = { key: CUT_KEY }
  return html`<div class="switches">
      <button id="open-camera" type="button" class="first">
        ${m.desk_camera_open({}, locale)}
      </button>
      <button id="go-live" type="button" disabled>${m.desk_go_live({}, locale)}</button>
      <button id="stop-live" type="button" aria-keyshortcuts="${CUT_KEY}" disabled>
        <span id="stop-label" data-live="whole"
          >${room.picture?.hasLoop === true ? m.desk_stop_live_loop(key, locale) : m.desk_stop_live(key, locale)}</span
        >
      </button>
    </div>
    <p>${m.desk_cut_key(key, locale)}</p>`
}

const settings = (language: Language): Markup => {
  const locale = { locale: language }
  return html`<details>
    <summary>${m.desk_camera_settings({}, locale)}</summary>
    ${choice("camera-device", m.desk_camera_choose({}, locale))}
    ${choice("microphone-device", m.desk_microphone_choose({}, locale))}
    <label class="choice">
      <input id="plain-stills" type="checkbox" aria-describedby="stills-text" />
      ${m.desk_stills_plain({}, locale)}
    </label>
    <p id="stills-text">${m.desk_stills_text({}, locale)}</p>
  </details>`
}

export const cameraSection = (
  room: DeskRoom,
  { address, isReachable }: CameraView,
  language: Language,
): Markup =>
  roomSection(
    { id: "camera", isShown: room.performer.hold === "yours", className: "camera" },
    m.desk_camera({}, { locale: language }),
    html`${states(room, language)} ${pictures(room, language)} ${buttons(room, language)}
    ${checklist(room, isReachable, language)} ${settings(language)}
    ${forPrograms(room, address, language)}`,
  )
