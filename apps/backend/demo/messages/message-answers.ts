/**
 * What a demo performer does about messages that she has not answered, and when. Pure: all of it follows from what is
 * stored, so that a restart changes nothing.
 *
 * Invariants: she looks before she answers, and answers once to all that stands there; the answer comes within a
 * bounded time after she looked first, however much is written meanwhile.
 */
import type { Locale } from "@foldcast/contracts/units"
import { MAX_PHOTOS } from "../../media/picture-name.ts"
import { type SeededRandom, seededRandom } from "../../seeded-random.ts"
import { linesTo } from "../rooms/spoken-line.ts"
import { ASKS_FOR_PICTURE, TO_PICTURES, WITH_PICTURE } from "./message-talk.ts"
import { writtenLanguage } from "./written-language.ts"
import { writtenLine } from "./written-line.ts"

/** A conversation whose newest message is the member's. Times are milliseconds since 1970. */
export interface OpenConversation {
  readonly performerId: string
  readonly isLive: boolean
  /** Null: none was chosen yet. */
  readonly name: string | null
  /** The member's language on the site. */
  readonly lang: Locale
  /** The newest message; without text it is a picture. */
  readonly newest: { readonly id: string; readonly text: string | null }
  /** What the member wrote last, the newest first. */
  readonly written: ReadonlyArray<string>
  /** Her last text before. */
  readonly said: string | null
  /** Of what she has not answered: when the first one that she has not read was sent, and when she read the first. */
  readonly firstUnreadAt: number | null
  readonly firstReadAt: number | null
}

export interface MessageAnswer {
  readonly text: string
  /** The name of her picture that goes along. */
  readonly picture: string | null
}
export type NextStep =
  | { readonly _tag: "Look"; readonly at: number }
  | ({ readonly _tag: "Answer"; readonly at: number } & MessageAnswer)

/** Milliseconds until she looks: while she is live, and while she is not. */
export const LOOKS_WITHIN = { live: [2_000, 8_000], away: [6_000, 20_000] } as const
export const SHORTEST_PAUSE_MS = 3_000
export const LONGEST_PAUSE_MS = 25_000
const MS_PER_CHARACTER = 120
/** Who asks for a picture mostly gets one. */
const WHEN_ASKED = 0.7

/** How quick she is, and how readily she sends a picture along. */
const mannerOf = (seed: string, performerId: string) => {
  const random = seededRandom(`manner ${seed} ${performerId}`)
  return { pace: random.between(0.7, 1.3), pictures: random.between(0.03, 0.12) }
}

/** Reading, thinking and typing. */
export const answerPauseMs = (length: number, pace: number, random: SeededRandom): number => {
  const whole = pace * (random.between(2_000, 6_000) + MS_PER_CHARACTER * length)
  return Math.round(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, whole)))
}

const answerTo = (
  { newest, written, lang: otherwise, name, said }: OpenConversation,
  pictures: number,
  random: SeededRandom,
): MessageAnswer => {
  const { text } = newest
  const share = text !== null && ASKS_FOR_PICTURE.test(text) ? WHEN_ASKED : pictures
  const hasPicture = random.chance(share)
  const lines = hasPicture ? WITH_PICTURE : text === null ? TO_PICTURES : linesTo(text)
  const lang = writtenLanguage(written, otherwise)
  return {
    text: writtenLine(lines, { lang, name, said }, random),
    picture: hasPicture ? String(random.whole(1, MAX_PHOTOS)) : null,
  }
}

const lookOf = (seed: string, { newest, isLive }: OpenConversation, sentAt: number): NextStep => {
  const [from, to] = isLive ? LOOKS_WITHIN.live : LOOKS_WITHIN.away
  const after = seededRandom(`look ${seed} ${newest.id}`).between(from, to)
  return { _tag: "Look", at: Math.round(sentAt + after) }
}

export const nextStep = (seed: string, open: OpenConversation): NextStep | null => {
  const { performerId, newest, firstUnreadAt, firstReadAt } = open
  const look = firstUnreadAt === null ? null : lookOf(seed, open, firstUnreadAt)
  if (firstReadAt === null) return look
  const { pace, pictures } = mannerOf(seed, performerId)
  const random = seededRandom(`answer ${seed} ${performerId} ${newest.id}`)
  const answer = answerTo(open, pictures, random)
  const at = firstReadAt + answerPauseMs(answer.text.length, pace, random)
  return look !== null && look.at < at ? look : { _tag: "Answer", at, ...answer }
}
