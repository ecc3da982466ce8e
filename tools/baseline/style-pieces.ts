/**
 * The newer web features that a style sheet uses: the findings of the rule `css/use-baseline`, and the
 * functions in custom properties, which the rule does not check. Features inside `@supports` do not count.
 */
import css from "@eslint/css"
import { Linter } from "eslint"
import type { SourceFile } from "../repository.ts"
import { BASELINE_YEAR } from "./baseline.ts"
import { isNewer, type UsedPiece, WEB_PIECES, type WebPiece } from "./web-pieces.ts"

const linter = new Linter({ configType: "flat" })
const RULES: Linter.Config = {
  files: ["**/*.css"],
  plugins: { css },
  language: "css/css",
  rules: { "css/use-baseline": ["error", { available: BASELINE_YEAR }] },
}

/** The keys in MDN's data for the first and second name in a message of the rule. */
const PLACES: Readonly<Record<string, (name: string, second: string) => ReadonlyArray<string>>> = {
  notBaselineProperty: (name) => [`css.properties.${name}`],
  notBaselinePropertyValue: (value, property) => [`css.properties.${property}.${value}`],
  notBaselineAtRule: (name) => [`css.at-rules.${name}`],
  notBaselineFunction: (name) => [`css.types.${name}`, `css.types.color.${name}`],
  notBaselineMediaCondition: (name) => [`css.at-rules.media.${name}`],
  notBaselineSelector: (name) => [`css.selectors.${name}`],
  notBaselineUnit: (name) => [`css.types.length.${name}`],
}

const unknown = (message: string): WebPiece => ({
  key: message,
  feature: message,
  since: null,
  isEverywhere: false,
})

const pieceOf = (messageId: string | undefined, message: string): WebPiece => {
  const [name = "", second = ""] = [...message.matchAll(/'@?([^']+)'/gu)].map(([, it = ""]) => it)
  const keys = PLACES[messageId ?? ""]?.(name, second) ?? []
  const pieces = keys.map((key) => WEB_PIECES.get(key))
  return pieces.find((piece) => piece !== undefined) ?? unknown(message)
}

/** The oldest feature of a name comes first: `round` is a function and a corner's shape. */
const FUNCTIONS = Map.groupBy(
  [...WEB_PIECES.values()]
    .filter(({ key }) => /^css\.types\.(?:[\w-]+\.)?[\w-]+$/u.test(key))
    .toSorted((one, other) => (one.since ?? "9").localeCompare(other.since ?? "9")),
  ({ key }) => key.slice(key.lastIndexOf(".") + 1),
)

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//gu, (comment) => comment.replaceAll(/[^\n]/gu, " "))

const functionPieces = ({ path, text }: SourceFile): ReadonlyArray<UsedPiece> =>
  withoutComments(text)
    .split("\n")
    .flatMap((line, index) =>
      [...line.matchAll(/(?<![\w:-])([a-z][a-z-]*)\(/gu)].flatMap(([, name = ""]) => {
        const [piece] = FUNCTIONS.get(name) ?? []
        return piece !== undefined && isNewer(piece)
          ? [{ piece, where: `${path}:${index + 1}` }]
          : []
      }),
    )

export const stylePieces = (sheet: SourceFile): ReadonlyArray<UsedPiece> => [
  ...linter
    .verify(sheet.text, [RULES], { filename: "sheet.css" })
    .map(({ messageId, message, line }) => ({
      piece: pieceOf(messageId, message),
      where: `${sheet.path}:${line}`,
    })),
  ...functionPieces(sheet),
]
