/**
 * The cameras of viewers who show the performer theirs: each picture with its viewer's name, and a button that ends
 * it. The script shows the pictures, and the button for the sound where there is any (desk-client/cam-backs.ts).
 */
import { m } from "@foldcast/messages/messages"
import type { DeskRoom, DeskViewer } from "@foldcast/contracts/upstream/performer-desk"
import { html } from "hono/html"
import type { Markup } from "../page/layout.ts"
import type { Language } from "../page/language.ts"
import { actButton } from "./act-button.ts"
import { roomSection } from "./room-section.ts"

interface CamBacksShown {
  readonly action: string
  /** There is an engine that they are seen by. */
  readonly hasPictures: boolean
}

const picture = ({ session, nickname: name }: DeskViewer, language: Language): Markup => {
  const locale = { locale: language }
  return html`<video
      id="cam-back-video-${session}"
      autoplay
      muted
      playsinline
      controls
      aria-label="${m.desk_cam_back_picture({ name }, locale)}"
    ></video>
    <p class="waiting">${m.desk_cam_back_waiting({}, locale)}</p>
    <button
      id="cam-back-sound-${session}"
      class="sound"
      type="button"
      data-mutes="${m.desk_cam_back_mute({ name }, locale)}"
      hidden
    >
      ${m.desk_cam_back_hear({ name }, locale)}
    </button>`
}

const camBack = (viewer: DeskViewer, { action, hasPictures }: CamBacksShown, language: Language) =>
  html`<li id="cam-back-${viewer.session}" data-session="${viewer.session}">
    <b>${viewer.nickname}</b>
    ${hasPictures ? picture(viewer, language) : ""}
    ${actButton(
      {
        action,
        id: `cam-${viewer.session}`,
        label: m.desk_cam_back_stop({ name: viewer.nickname }, { locale: language }),
      },
      { act: "EndCamBack", session: viewer.session },
    )}
  </li>`

export const camBackSection = (
  { performer, viewers }: DeskRoom,
  shown: CamBacksShown,
  language: Language,
): Markup => {
  const showing = viewers.filter((viewer) => viewer.camBack !== "off")
  return roomSection(
    {
      id: "cam-backs",
      isShown: performer.hold === "yours" && showing.length > 0,
      className: "cam-backs",
    },
    m.desk_cam_backs({}, { locale: language }),
    html`<ul id="cam-backs-list" class="pictures" data-live="items">
      ${showing.map((one) => camBack(one, shown, language))}
    </ul>`,
  )
}
