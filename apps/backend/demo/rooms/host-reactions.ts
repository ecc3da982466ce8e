/**
 * What a demo performer does after an event in her room, and after how long. Pure: the same seed and events give the
 * same reactions.
 */
import type { Locale } from "@foldcast/contracts/units"
import type { HostEvent } from "../../chat/room-model/room-event.ts"
import { type SeededRandom, seededRandom } from "../../seeded-random.ts"
import {
  CAM_BACK,
  type Lines,
  ROOM_GREETINGS,
  PRIVATE_GREETINGS,
  THANKS,
  TOY_THANKS,
  VIP_GOODBYES,
  VIP_REFUSALS,
  VIP_WELCOMES,
} from "./small-talk.ts"
import { lineOf, linesTo } from "./spoken-line.ts"

export type HostAction =
  /** `to`: a session; null: everybody. */
  | { readonly _tag: "Say"; readonly text: string; readonly to: string | null }
  /** In her picture, by a reaction of her loop. */
  | { readonly _tag: "Laugh" }
  | { readonly _tag: "Accept"; readonly session: string }
  | { readonly _tag: "Decline"; readonly session: string; readonly reason: string }
  | { readonly _tag: "StopVip"; readonly session: string }
  | { readonly _tag: "EndCamBack"; readonly session: string }

export interface PlannedAction {
  readonly afterMs: number
  readonly act: HostAction
}

/** Her memory of the evening. */
export interface HostMemory {
  /** The number of events so far, which seeds each reaction. */
  readonly events: number
  /** When she last greeted everybody, in milliseconds. */
  readonly greetedAt: number
}

export const NEW_HOST_MEMORY: HostMemory = { events: 0, greetedAt: Number.NEGATIVE_INFINITY }

/** A viewer who comes within this time of a greeting is not greeted again. */
const GREETS_EVERY_MS = 20_000
const MINUTE_MS = 60_000
/** She has to see the tip first. */
const LAUGHS_AFTER_MS = 900

/** Typing takes time, and longer for longer texts. */
const typingMs = (text: string, random: SeededRandom) =>
  Math.round(random.between(900, 2_200) + 35 * text.length)

const say = (
  lines: Lines,
  { lang, name, to }: { readonly lang: Locale; readonly name: string; readonly to: string | null },
  random: SeededRandom,
): PlannedAction => {
  const text = lineOf(lines, lang, name, random)
  return { afterMs: typingMs(text, random), act: { _tag: "Say", text, to } }
}

const whenJoined = (
  { session, nickname: name, mode, lang }: Extract<HostEvent, { readonly _tag: "Joined" }>,
  mood: HostMemory,
  now: number,
  random: SeededRandom,
): ReadonlyArray<PlannedAction> => {
  if (mode === "vip") {
    const leavesAfter = Math.round(random.between(5 * MINUTE_MS, 12 * MINUTE_MS))
    const bye = say(VIP_GOODBYES, { lang, name, to: session }, random)
    return [
      say(VIP_WELCOMES, { lang, name, to: session }, random),
      { afterMs: leavesAfter, act: bye.act },
      { afterMs: leavesAfter + 4_000, act: { _tag: "StopVip", session } },
    ]
  }
  if (mode === "chat") return [say(PRIVATE_GREETINGS, { lang, name, to: session }, random)]
  return now - mood.greetedAt < GREETS_EVERY_MS
    ? []
    : [say(ROOM_GREETINGS, { lang, name, to: null }, random)]
}

/** One in seven is declined. */
const whenVipRequested = (
  { session, lang }: Extract<HostEvent, { readonly _tag: "VipRequested" }>,
  random: SeededRandom,
): PlannedAction => {
  const afterMs = Math.round(random.between(2_500, 6_000))
  return random.chance(1 / 7)
    ? { afterMs, act: { _tag: "Decline", session, reason: random.pick(VIP_REFUSALS[lang]) } }
    : { afterMs, act: { _tag: "Accept", session } }
}

const reactions = (
  event: HostEvent,
  mood: HostMemory,
  now: number,
  random: SeededRandom,
): ReadonlyArray<PlannedAction> => {
  switch (event._tag) {
    case "Joined":
      return whenJoined(event, mood, now, random)
    case "Said": {
      const { nickname: name, message, isPrivate, session, lang } = event
      return [say(linesTo(message), { lang, name, to: isPrivate ? session : null }, random)]
    }
    case "Tipped": {
      const { session, nickname: name, kind, isPublic, lang } = event
      // Nobody else is told of a private tip, nor hears her thank for it.
      if (!isPublic && session === null) return []
      const lines = kind._tag === "Credits" ? THANKS[kind.tipType] : TOY_THANKS[kind.intensity]
      return [
        { afterMs: LAUGHS_AFTER_MS, act: { _tag: "Laugh" } },
        say(lines, { lang, name, to: isPublic ? null : session }, random),
      ]
    }
    case "VipRequested":
      return [whenVipRequested(event, random)]
    case "CamBack": {
      if (!event.isOn) return []
      const { session, nickname: name } = event
      const hello = say(CAM_BACK, { lang: "nl", name, to: session }, random)
      const afterMs = Math.round(random.between(MINUTE_MS, 3 * MINUTE_MS))
      return [hello, { afterMs, act: { _tag: "EndCamBack", session } }]
    }
    case "Left":
    case "CamBackEnded":
    case "Renamed":
    case "VipTakenBack":
    case "ModeChanged":
      return []
  }
}

/** Her reactions and her next memory. `seed`: one per performer. */
export const hostReactions = (
  seed: string,
  event: HostEvent,
  mood: HostMemory,
  now: number,
): { readonly intents: ReadonlyArray<PlannedAction>; readonly mood: HostMemory } => {
  const intents = reactions(event, mood, now, seededRandom(`${seed} ${mood.events}`))
  const greets = event._tag === "Joined" && event.mode === "free" && intents.length > 0
  return {
    intents,
    mood: { events: mood.events + 1, greetedAt: greets ? now : mood.greetedAt },
  }
}
