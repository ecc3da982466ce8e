/** Checks that relative links in the documents lead to existing files and headings. Pure. */
import { posix } from "node:path"
import type { SourceFile } from "../repository.ts"

/** GitHub's rule: lower case, hyphens for spaces, no punctuation. */
export const headingAnchor = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/gu, "-")

const withoutCode = (text: string) =>
  text.replaceAll(/^```[\s\S]*?^```/gmu, "").replaceAll(/`[^`\n]*`/gu, "")

const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#{1,6}\s+(.+)$/gmu)].map(([, heading = ""]) => headingAnchor(heading)),
  )

const isOutside = (target: string) => /^[a-z][a-z0-9+.-]*:/iu.test(target)

/** `exists` checks files and folders, relative to the root. */
export const brokenLinks = (
  documents: ReadonlyArray<SourceFile>,
  exists: (path: string) => boolean,
): ReadonlyArray<string> => {
  const texts = new Map(documents.map(({ path, text }) => [path, text]))
  return documents.flatMap(({ path, text }) =>
    [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/gu)].flatMap(([, target = ""]) => {
      if (isOutside(target)) return []
      const [file = "", anchor] = target.split("#")
      const to = file === "" ? path : posix.join(posix.dirname(path), decodeURIComponent(file))
      if (!exists(to)) return [`${path}: the link to ${target} leads nowhere`]
      const there = texts.get(to)
      return anchor !== undefined && there !== undefined && !anchorsOf(there).has(anchor)
        ? [`${path}: ${to} has no heading #${anchor}`]
        : []
    }),
  )
}

/** File names in backticks in this repository's form: `gateway/pipeline.ts`. */
export const missingFileNames = (
  documents: ReadonlyArray<SourceFile>,
  exists: (path: string) => boolean,
): ReadonlyArray<string> =>
  documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:contracts|gateway|packages|apps|test|tools|docs)\/[\w./{}-]+)`/gu)]
      .map(([, name = ""]) => name)
      .filter((name) => !/[<>*{}]/u.test(name) && !exists(name.replace(/\/$/u, "")))
      .map((name) => `${path}: there is no ${name}`),
  )

/** A decision is cited by its number, so each number must be unique. */
export const repeatedDecisions = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const numbered = Map.groupBy(
    paths.filter((path) => path.startsWith("docs/decisions/")),
    (path) => posix.basename(path).slice(0, 4),
  )
  return [...numbered].flatMap(([number, same]) =>
    same.length > 1 ? [`decision ${number} is there ${same.length} times: ${same.join(", ")}`] : [],
  )
}
