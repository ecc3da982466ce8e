/** A line of the room's log: what was said or what happened, with its time. Pure. */
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import type { DeskEvent, DeskLine } from "@foldcast/contracts/upstream/performer-desk"
import { html } from "hono/html"
import type { Markup } from "../page/layout.ts"
import type { Language } from "../page/language.ts"
import { modeText } from "./labels.ts"

const marked = (what: string, mark: string | null): Markup =>
  mark === null ? html`<b>${what}</b>` : html`<b>${what}</b> <i>${mark}</i>`

const spoken = (who: string, text: string, mark: string | null): Markup =>
  html`${marked(who, mark)}: <span>${text}</span>`

const JOINED = {
  free: m.desk_line_joined_free,
  chat: m.desk_line_joined_chat,
  vip: m.desk_line_joined_vip,
} as const

const WENT_ON = { ...JOINED, free: m.desk_line_free_again } as const

const told = (event: DeskEvent, locale: Language): Markup | string => {
  const options = { locale }
  switch (event._tag) {
    case "Said": {
      const { nickname, text, isPrivate } = event
      return spoken(nickname, text, isPrivate ? m.desk_privately({}, options) : null)
    }
    case "Answered": {
      const { text, to } = event
      return to === null
        ? spoken(m.desk_you({}, options), text, null)
        : spoken(m.desk_you_to({ name: to }, options), text, m.desk_privately({}, options))
    }
    case "Tipped": {
      const { nickname: name, text, amount, isPublic, toyLevel } = event
      const tip = m.desk_line_tip({ name, credits: formatCredits(amount, locale) }, options)
      const toy = toyLevel === null ? "" : ` · ${m.desk_line_toy({ level: toyLevel }, options)}`
      const mark = isPublic ? null : m.desk_privately({}, options)
      return text === "" ? marked(tip + toy, mark) : spoken(tip + toy, text, mark)
    }
    case "Joined":
      return (event.wasHere ? WENT_ON : JOINED)[event.mode]({ name: event.nickname }, options)
    case "Left":
      return m.desk_line_left({ name: event.nickname }, options)
    case "Renamed":
      return m.desk_line_renamed({ from: event.from, to: event.to }, options)
    case "VipRequested":
      return m.desk_line_vip_requested({ name: event.nickname }, options)
    case "VipTakenBack":
      return m.desk_line_vip_taken_back({ name: event.nickname }, options)
    case "VipAccepted":
      return m.desk_line_vip_accepted({ name: event.nickname }, options)
    case "VipDeclined": {
      const { nickname: name, reason } = event
      const declined = m.desk_line_vip_declined({ name }, options)
      return reason === null ? declined : html`${declined}: <span>${reason}</span>`
    }
    case "CamBack":
      return (event.isOn ? m.desk_line_cam_on : m.desk_line_cam_off)(
        { name: event.nickname },
        options,
      )
    case "CamBackEnded":
      return m.desk_line_cam_ended({ name: event.nickname }, options)
    case "Blocked":
      return m.desk_line_blocked({ name: event.nickname }, options)
    case "Removed":
      return m.desk_line_removed({ name: event.nickname }, options)
    case "ModeChanged":
      return m.desk_line_mode({ mode: modeText(event.mode, locale) }, options)
  }
}

/** The zone of the site's performers: the server does not know the browser's. The attribute has the moment. */
const timeFormat = (region: string) =>
  new Intl.DateTimeFormat(region, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "Europe/Amsterdam",
  })
const TIMES: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  nl: timeFormat("nl-NL"),
  en: timeFormat("en-US"),
}

const isSpoken = ({ _tag }: DeskEvent) =>
  _tag === "Said" || _tag === "Answered" || _tag === "Tipped"

export const logLine = ({ number, at, event }: DeskLine, language: Language): Markup =>
  html`<div id="line-${number}" class="${isSpoken(event) ? "spoken" : "happened"}">
    <time datetime="${new Date(at).toISOString()}">${TIMES[language].format(at)}</time>
    ${told(event, language)}
  </div>`
