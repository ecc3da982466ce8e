/** What a demo performer tells about herself, in both languages; some texts are left out at random. Pure. */
import type { Locale } from "@foldcast/contracts/units"
import type { About, AboutText } from "../../performers/performer.ts"
import type { SeededRandom } from "../../seeded-random.ts"
import * as Phrases from "./phrases.ts"
import type { Phrase } from "./phrases.ts"
import * as Sentences from "./sentences.ts"

/** Always told; the others are left out now and then (PROFILE: only existing texts are shown). */
const ALWAYS: ReadonlySet<AboutText> = new Set(["description", "motto", "city"])
const LEFT_OUT = 0.18

const inLocale = (locale: Locale, phrases: ReadonlyArray<Phrase>, between: string) =>
  phrases.map((phrase) => phrase[locale]).join(between)

const joined = (phrases: ReadonlyArray<Phrase>, between: string): Phrase => ({
  nl: inLocale("nl", phrases, between),
  en: inLocale("en", phrases, between),
})

const capital = ({ nl, en }: Phrase): Phrase => ({
  nl: nl.charAt(0).toUpperCase() + nl.slice(1),
  en: en.charAt(0).toUpperCase() + en.slice(1),
})

const same = (text: string): Phrase => ({ nl: text, en: text })

/** `2001-12-31` */
const zodiacOf = (dateOfBirth: string): Phrase | undefined => {
  const month = Number(dateOfBirth.slice(5, 7))
  const [sign, next] = Phrases.ZODIAC[month - 1] ?? []
  const [following] = Phrases.ZODIAC[month % 12] ?? []
  return Number(dateOfBirth.slice(8)) < (next ?? 0) ? sign : following
}

export interface PerformerFacts {
  /** Her number: others say other sentences. */
  readonly index: number
  readonly dateOfBirth: string
  readonly brownEyes: boolean
}

export const aboutOf = (
  random: SeededRandom,
  { index, dateOfBirth, brownEyes }: PerformerFacts,
): Readonly<Record<Locale, About>> => {
  const { pick } = random
  // The draws that her sentences once were: what is drawn after them stays.
  for (let draws = 0; draws < 4; draws += 1) random.next()
  const told: ReadonlyArray<readonly [AboutText, Phrase | undefined]> = [
    [
      "description",
      joined(
        [Sentences.GREETINGS, Sentences.ABOUT_ME, Sentences.INVITATIONS].map((kind) =>
          Sentences.sentenceOf(kind, index),
        ),
        " ",
      ),
    ],
    ["motto", Sentences.sentenceOf(Sentences.MOTTOS, index)],
    ["city", pick(Phrases.CITIES)],
    ["hobbies", capital(joined(random.some(Phrases.HOBBIES, random.whole(2, 4)), ", "))],
    ["food", pick(Phrases.FOODS)],
    ["drinks", pick(Phrases.DRINKS)],
    ["music", pick(Phrases.MUSIC)],
    ["pets", pick(Phrases.PETS)],
    ["eyeColor", pick(brownEyes ? Phrases.BROWN_EYES : Phrases.EYES)],
    ["lifeGoal", pick(Phrases.GOALS)],
    ["luckyNumber", same(String(random.whole(1, 99)))],
    ["manType", pick(Phrases.GOOD_COMPANY)],
    ["nicestAboutMe", pick(Phrases.NICEST_OF_ME)],
    ["nicestAboutMen", pick(Phrases.NICEST_OF_THEM)],
    ["personality", pick(Phrases.PERSONALITIES)],
    ["relationship", pick(Phrases.RELATIONSHIPS)],
    ["smoking", pick(Phrases.SMOKING)],
    ["tattoo", pick(Phrases.TATTOOS)],
    ["turnoff", pick(Phrases.DISLIKES)],
    ["webcamming", pick(Phrases.ON_WEBCAM)],
    ["zodiac", zodiacOf(dateOfBirth)],
  ]
  const kept = told.filter(([name]) => ALWAYS.has(name) || !random.chance(LEFT_OUT))
  const inOne = (locale: Locale): About =>
    Object.fromEntries(
      kept.flatMap(([name, phrase]) => (phrase === undefined ? [] : [[name, phrase[locale]]])),
    )
  return { nl: inOne("nl"), en: inOne("en") }
}
