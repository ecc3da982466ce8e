/**
 * In which of the site's languages somebody wrote: by the small words that one of them has and the other has not.
 * Pure.
 */
import type { Locale } from "@foldcast/contracts/units"

/** Words of one language that are none of the other, nor a name. */
const SMALL_WORDS: Readonly<Record<Locale, ReadonlySet<string>>> = {
  nl: new Set(
    (
      "aan al alles als bij dag dan dank dat de die dit doe een en er fijn ga gaat gezellig goed goede goedemorgen " +
      "goedenavond haar hallo heb hebt heel heet hem het hoe hoi ik ja je jij jou jouw kan kun kunt leuk lief maar " +
      "mag mee meer met mij mijn mooi naar nee niet nog nu om ook op oud uit van vanavond vandaag veel voor waar " +
      "waarom wanneer wat weer welke wie wil zeg zie zijn zo zou"
    ).split(" "),
  ),
  en: new Set(
    (
      "a about again and any are at beautiful but can could did do does don’t don't for from fun go going good " +
      "have hello her hi how i i’m i'm it its just like lovely morning my name nice no not on or our " +
      "out please see she so thank thanks that the there they this to today tonight what when where who why " +
      "will with yes you you’re you're your"
    ).split(" "),
  ),
}

const countOf = (words: ReadonlyArray<string>, lang: Locale) =>
  words.filter((word) => SMALL_WORDS[lang].has(word)).length

const languageOf = (text: string): Locale | null => {
  const words = text.toLowerCase().match(/[\p{L}’']+/gu) ?? []
  const balance = countOf(words, "nl") - countOf(words, "en")
  if (balance === 0) return null
  return balance > 0 ? "nl" : "en"
}

/** Of the first text that tells; `otherwise` where none does. */
export const writtenLanguage = (texts: ReadonlyArray<string>, otherwise: Locale): Locale => {
  for (const text of texts) {
    const lang = languageOf(text)
    if (lang !== null) return lang
  }
  return otherwise
}
