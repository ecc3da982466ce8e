/** Checks that every web feature in use is older than the Baseline, or has a fallback in docs/browsers.md. Pure. */
import type { UsedPiece } from "../baseline/web-pieces.ts"
import { isNewer } from "../baseline/web-pieces.ts"

const DOCUMENT = "docs/browsers.md"
const HEADING = "## Newer than that"

/** The web-features ids in the first column of the document's table. */
export const listedFeatures = (document: string): ReadonlyArray<string> => {
  const begin = document.indexOf(`${HEADING}\n`)
  if (begin === -1) throw new Error(`${DOCUMENT} has no "${HEADING}"`)
  const end = document.indexOf("\n## ", begin + HEADING.length)
  return document
    .slice(begin, end === -1 ? undefined : end)
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([a-z0-9-]+)`/gu)])
    .map(([, feature = ""]) => feature)
}

export interface BrowserCheck {
  readonly document: string
  readonly year: number
  /** In the build's form: `chrome120`. */
  readonly target: ReadonlyArray<string>
  /** By reader. A reader without any finding counts as broken. */
  readonly used: Readonly<Record<string, ReadonlyArray<UsedPiece>>>
}

const inWords = (target: string) => target.replace(/^([a-z]+)([\d.]+)$/u, "$1 $2").toLowerCase()

export const browserFindings = ({
  document,
  year,
  target,
  used,
}: BrowserCheck): ReadonlyArray<string> => {
  const listed = listedFeatures(document)
  const newer = Object.values(used)
    .flat()
    .filter(({ piece }) => isNewer(piece))
  const features = new Set(newer.map(({ piece }) => piece.feature))
  const written = document.toLowerCase()
  const unlisted = Map.groupBy(
    newer.filter(({ piece }) => !listed.includes(piece.feature)),
    ({ piece }) => piece.key,
  )
  return [
    ...Object.entries(used).flatMap(([what, pieces]) =>
      pieces.length === 0 ? [`nothing of the web was found in ${what}: it was not read`] : [],
    ),
    ...[...unlisted.values()].flatMap(([first]) => {
      if (first === undefined) return []
      const { piece, where } = first
      const since = piece.since === null ? "not in every browser" : `since ${piece.since}`
      return [
        `${where}: ${piece.key} is newer than Baseline ${year} (${since}), and ${DOCUMENT} has no row \`${piece.feature}\` that says what stands in its place`,
      ]
    }),
    ...listed
      .filter((feature) => !features.has(feature))
      .map((feature) => `${DOCUMENT}: nothing newer than Baseline ${year} is of \`${feature}\``),
    ...(written.includes(`baseline ${year}`) ? [] : [`${DOCUMENT} does not say Baseline ${year}`]),
    ...target
      .map(inWords)
      .filter((browser) => !written.includes(browser))
      .map((browser) => `${DOCUMENT} does not say ${browser}`),
  ]
}
