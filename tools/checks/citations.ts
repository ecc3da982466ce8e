/**
 * Checks that comments cite only sources that a reader can open: behaviours of docs/behaviours, decisions (`ADR
 * 0012`), assumptions about the upstream (`UA10`), laws (`law L7`), a document with one of its headings
 * (`docs/protocol.md, "Stream"`), a file by the end of its path (`checks/citations.ts`) or a standard. Pure.
 */
import type { SourceFile } from "../repository.ts"

/** The citable parts of the repository's documents. */
export interface Citable {
  /** The ids of behaviours, decisions (`ADR 0012`), assumptions and laws. */
  readonly ids: ReadonlySet<string>
  /** Each document's headings, by its path. */
  readonly headings: ReadonlyMap<string, ReadonlySet<string>>
  /** Every end of every file's path. */
  readonly files: ReadonlySet<string>
}

const matches = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map(([, first = ""]) => first)

const endsOf = (path: string): ReadonlyArray<string> => {
  const parts = path.split("/")
  return parts.map((_, index) => parts.slice(index).join("/"))
}

export const citableOf = (
  documents: ReadonlyArray<SourceFile>,
  files: ReadonlyArray<string>,
): Citable => ({
  ids: new Set(
    documents.flatMap(({ path, text }) => [
      ...matches(text, /^\|\s*([A-Z]+-?\d+)\s*\|/gmu),
      ...matches(text, /^- \*\*(L\d+) /gmu),
      ...matches(path, /^docs\/decisions\/(\d{4})-/gu).map((number) => `ADR ${number}`),
    ]),
  ),
  headings: new Map(
    documents.map(({ path, text }) => [path, new Set(matches(text, /^#{1,6} (.+)$/gmu))]),
  ),
  files: new Set(files.flatMap(endsOf)),
})

/** Words that name documents outside the repository. */
const ELSEWHERE: ReadonlyArray<RegExp> = [
  /\bdecisions?,? \d+/giu,
  /\bproduct (?:spec|documents?)\b/giu,
  /\bthe (?:spec|specification|documents) (?:says?|names?|asks?|lists?|wants?)\b/giu,
  /\bstream-protocol\b/gu,
  /\b(?:catalogue|ux|style|spec|ledger)\.(?:md|tsv)\b/gu,
  /\((?:the )?catalogue(?:,[^)]*)?\)/gu,
  /\b(?:security checklist|threat notes|the brief)\b/giu,
  /\bfault F\d+/gu,
  /§\s*\d/gu,
  /(?<!RFC \d{4}, )\bsections? \d+/giu,
]

/** `SHA-256` and the like have the form of a behaviour's id. */
const STANDARD = /^(?:AES|CRC|HMAC|SHA|UTF|ISO|CVE|RTA|WCAG)-/u

const text = (comment: string) =>
  comment
    .replaceAll(/^\s*(?:\/\*\*?|\*\/|\*(?!\/)|\/\/|--)/gmu, "")
    .replaceAll(/\*\/\s*$/gu, "")
    .replaceAll(/\s+/gu, " ")

interface Comment {
  readonly line: number
  readonly text: string
}

const lineOf = (source: string, index: number) => source.slice(0, index).split("\n").length

/** Block comments and runs of line comments, as one line of text each. */
export const commentsOf = (source: string): ReadonlyArray<Comment> =>
  [...source.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*(?:\/\/|--) .*\n?)+|(?<=\s)\/\/ .*/gmu)].map(
    ({ 0: comment, index }) => ({ line: lineOf(source, index), text: text(comment) }),
  )

/** Not the files of a pattern, of TypeScript itself, or beside the one that is named. */
const FILE = /(?<![\w./{}*-])((?!lib\.)(?:[\w-]+\/)*[\w-][\w.-]*\.(?:tsx?|css|sql))\b/gu

const unknownFiles = (comment: string, { files }: Citable): ReadonlyArray<string> =>
  matches(comment, FILE)
    .filter((file) => !files.has(file))
    .map((file) => `there is no ${file}`)

const unknownIn = (comment: string, { ids, headings }: Citable): ReadonlyArray<string> => [
  ...ELSEWHERE.flatMap((pattern) => comment.match(pattern) ?? []).map(
    (cited) => `cites "${cited}", which no reader can open`,
  ),
  ...[...matches(comment, /\b([A-Z]{3,}-\d{2,3})\b/gu), ...matches(comment, /\b(UA\d+)\b/gu)]
    .filter((id) => !STANDARD.test(id) && !ids.has(id))
    .map((id) => `there is no ${id}`),
  ...matches(comment, /\b(ADR \d+)\b/gu)
    .filter((id) => !ids.has(id))
    .map((id) => `there is no ${id}`),
  ...matches(comment, /\blaw (L\d+)\b/gu)
    .filter((id) => !ids.has(id))
    .map((id) => `there is no law ${id}`),
  ...[...comment.matchAll(/\b(docs\/[\w/-]+\.md)(?:, "([^"]+)")?/gu)].flatMap(
    ([, path = "", heading]) => {
      const known = headings.get(path)
      if (known === undefined) return [`there is no ${path}`]
      return heading === undefined || known.has(heading)
        ? []
        : [`${path} has no heading "${heading}"`]
    },
  ),
]

/** Only the comments of `sources` are read; `documents` are read whole. `files`: the paths of all. */
export const citationFindings = (
  sources: ReadonlyArray<SourceFile>,
  documents: ReadonlyArray<SourceFile>,
  files: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const citable = citableOf(documents, files)
  return [
    ...sources.flatMap(({ path, text: source }) =>
      commentsOf(source).flatMap((comment) =>
        [...unknownIn(comment.text, citable), ...unknownFiles(comment.text, citable)].map(
          (finding) => `${path}:${comment.line}: ${finding}`,
        ),
      ),
    ),
    ...documents.flatMap(({ path, text: whole }) =>
      whole
        .split("\n")
        .flatMap((line, index) =>
          unknownIn(line, citable).map((finding) => `${path}:${index + 1}: ${finding}`),
        ),
    ),
  ]
}
