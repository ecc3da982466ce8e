import { describe, expect, it } from "vitest"
import { wordFindings, wordRulesOf } from "./words.ts"

const DOCUMENT = `# Words

## The trade

| notion | nl | en | not in nl | not in en |
|---|---|---|---|---|
| a gift | fooi | tip | tip, tippen | gratuity |
| what is left | transactie | transaction | boeking… | movement… |
| a guest | gast | guest | – | – |

## Spelling

| we write | not |
|---|---|
| favorite | favourite… |

## Quoted

| text | as it stands in |
|---|---|
| \`old_words\` | a behaviour |

## Names of texts

| this | is | no | rule | of ours |
|---|---|---|---|---|
| x | y | z | gast | guest |
`

const RULES = wordRulesOf(DOCUMENT)
const QUOTED = { old_words: "x" }

const findings = (language: "nl" | "en", texts: Readonly<Record<string, unknown>>) =>
  wordFindings(
    [{ path: `a/${language}.json`, text: JSON.stringify({ $schema: "x", ...QUOTED, ...texts }) }],
    RULES,
  )

describe("the texts of the catalogues", () => {
  it.each([
    ["nl", "Geef een Tip", 'says "Tip"; docs/words.md has fooi'],
    ["nl", "Je boekingen", 'says "boekingen"; docs/words.md has transactie'],
    ["en", "Your movements", 'says "movements"; docs/words.md has transaction'],
    ["en", "Favourites", 'says "Favourites"; docs/words.md has favorite'],
    ["en", "It isn't", "has a straight apostrophe; write ’"],
    ["en", "Loading …", "has a space before its …"],
    ["en", "Loading...", "has three dots; write …"],
    ["en", "One  two", "has two spaces"],
  ] as const)("in %s may not say %s", (language, text, fault) => {
    expect(findings(language, { text })).toEqual([`a/${language}.json: text ${fault}`])
  })

  it("may say a word that only the other language does not use, or that is part of another", () => {
    expect(findings("en", { text: "Tip, tips and stippling: guests" })).toEqual([])
    expect(findings("nl", { text: "Tips: stippen, tiptop, gratuity" })).toEqual([])
  })

  it("may hold any word in the name of an input and in an address", () => {
    expect(findings("nl", { text: "Geef {tip} van [alles](/een/tip)" })).toEqual([])
  })

  it("are read in each of their plural forms", () => {
    const text = [{ match: { "form=one": "een fooi", "form=other": "een tip" } }]
    expect(findings("nl", { text })).toHaveLength(1)
  })

  it("are short on a button, which the end of the name tells", () => {
    const long = "Press this in order to try again"
    expect(findings("en", { wallet_retry: long, wallet_retry_text: long })).toEqual([
      "a/en.json: wallet_retry has 32 characters; a button has at most 24",
    ])
  })

  it("stand as a behaviour quotes them, and what is quoted exists", () => {
    expect(findings("en", { old_words: "No movement wasn't ..." })).toEqual([])
    expect(wordFindings([], RULES)).toEqual(["docs/words.md: quotes old_words, which is no text"])
  })
})
