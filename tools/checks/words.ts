/**
 * Checks the catalogues of texts against docs/words.md: its tables are the rules. Each language has words that it does
 * not use, English is spelled as in America, and a button's text is short. Pure.
 */
import type { SourceFile } from "../repository.ts"
import { tableRows } from "./document-tables.ts"

type Language = "nl" | "en"

/** Words that a text of the language does not hold, each with what docs/words.md writes in its place. */
export interface WordRules {
  readonly unused: Readonly<Record<Language, ReadonlyArray<UnusedWord>>>
  /** The names of texts that a behaviour quotes. */
  readonly quoted: ReadonlySet<string>
}

interface UnusedWord {
  readonly pattern: RegExp
  readonly instead: string
}

const MOST_ON_A_BUTTON = 24
const BUTTON = /_(?:submit|cancel|close|retry|send|save|agree|leave|accept|refuse|action|go_on)$/u

const rowsBelow = (document: string, heading: string) =>
  tableRows(document, heading).map((cells) => cells.map((cell) => cell.trim()))

const wholeWord = (word: string): RegExp => {
  const [, stem = word, anyEnding = ""] = /^(.*?)(…?)$/u.exec(word) ?? []
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}{_-])${RegExp.escape(stem)}${anyEnding === "" ? "" : String.raw`\p{L}*`}(?![\p{L}\p{N}_}])`,
    "iu",
  )
}

const unusedWords = (cell: string, instead: string): ReadonlyArray<UnusedWord> =>
  cell === "–" ? [] : cell.split(", ").map((word) => ({ pattern: wholeWord(word), instead }))

export const wordRulesOf = (document: string): WordRules => {
  const trade = rowsBelow(document, "The trade")
  const spelling = rowsBelow(document, "Spelling")
  return {
    unused: {
      nl: trade.flatMap(([, nl = "", , not = "–"]) => unusedWords(not, nl)),
      en: [
        ...trade.flatMap(([, , en = "", , not = "–"]) => unusedWords(not, en)),
        ...spelling.flatMap(([us = "", not = "–"]) => unusedWords(not, us)),
      ],
    },
    quoted: new Set(
      rowsBelow(document, "Quoted").flatMap(([name = ""]) => /^`(\w+)`$/u.exec(name)?.[1] ?? []),
    ),
  }
}

/** In both languages. */
const SIGNS: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<=\p{L})'(?=\p{L})/u, "has a straight apostrophe; write ’"],
  [/\.\.\./u, "has three dots; write …"],
  [/\s…/u, "has a space before its …"],
  [/ {2}/u, "has two spaces"],
]

type Entry = string | ReadonlyArray<{ readonly match: Readonly<Record<string, string>> }>

const formsOf = (entry: Entry): ReadonlyArray<string> =>
  typeof entry === "string" ? [entry] : entry.flatMap(({ match }) => Object.values(match))

/** Addresses are no words: `[the terms](/en/terms-conditions)`. */
const wordsOf = (text: string) => text.replaceAll(/\]\([^)]*\)/gu, "]")

const faultsOf = (
  language: Language,
  name: string,
  text: string,
  { unused }: WordRules,
): ReadonlyArray<string> => [
  ...unused[language].flatMap(({ pattern, instead }) => {
    const found = pattern.exec(wordsOf(text))?.[0]
    return found === undefined ? [] : [`says "${found}"; docs/words.md has ${instead}`]
  }),
  ...SIGNS.filter(([sign]) => sign.test(text)).map(([, fault]) => fault),
  ...(BUTTON.test(name) && text.length > MOST_ON_A_BUTTON
    ? [`has ${text.length} characters; a button has at most ${MOST_ON_A_BUTTON}`]
    : []),
]

/** `catalogues`: the files of the texts, `…/nl.json` and `…/en.json`. */
export const wordFindings = (
  catalogues: ReadonlyArray<SourceFile>,
  rules: WordRules,
): ReadonlyArray<string> => {
  const names = new Set<string>()
  const findings = catalogues.flatMap(({ path, text: file }) => {
    const language: Language = path.endsWith("/nl.json") ? "nl" : "en"
    const { $schema: _, ...entries } = JSON.parse(file) as Readonly<Record<string, Entry>>
    return Object.entries(entries).flatMap(([name, entry]) => {
      names.add(name)
      return rules.quoted.has(name)
        ? []
        : formsOf(entry).flatMap((text) =>
            faultsOf(language, name, text, rules).map((fault) => `${path}: ${name} ${fault}`),
          )
    })
  })
  const gone = [...rules.quoted].filter((name) => !names.has(name))
  return [...findings, ...gone.map((name) => `docs/words.md: quotes ${name}, which is no text`)]
}
