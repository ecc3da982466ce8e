/**
 * Every web feature that web-features knows, by its key in MDN's compatibility data (`api.URL.parse_static`,
 * `css.properties.text-wrap`), with its feature id and the date since which all browsers have it.
 */
import { browsers, features } from "web-features"
import { BASELINE_YEAR } from "./baseline.ts"

export interface WebPiece {
  readonly key: string
  /** The id in web-features: `view-transitions`. */
  readonly feature: string
  /** ISO date; null: some browser does not have all of it. */
  readonly since: string | null
  /** Whether every browser has it at least in part. */
  readonly isEverywhere: boolean
}

type Feature = Extract<(typeof features)[string], { readonly kind: "feature" }>

const piecesOf = (feature: string, { compat_features = [], status }: Feature) =>
  compat_features.map((key: string): readonly [string, WebPiece] => {
    const { baseline, baseline_low_date: date, support } = status.by_compat_key?.[key] ?? status
    const since = baseline === false || date === undefined ? null : date.replace("≤", "")
    const isEverywhere = Object.keys(browsers).every((browser) => browser in support)
    return [key, { key, feature, since, isEverywhere }]
  })

export const WEB_PIECES: ReadonlyMap<string, WebPiece> = new Map(
  Object.entries(features).flatMap(([id, data]) =>
    data.kind === "feature" ? piecesOf(id, data) : [],
  ),
)

export const isNewer = ({ since }: WebPiece): boolean =>
  since === null || Number(since.slice(0, 4)) > BASELINE_YEAR

const nameIn = (key: string): string => key.slice(key.lastIndexOf(".") + 1).replace(/_static$/u, "")

/** Interfaces, globals and their members; argument members are not included. */
const SCRIPTED = /^(?:api|javascript\.builtins(?:\.Intl)?)(?:\.\w+){1,2}$/u

const scripted = [...WEB_PIECES.values()].filter(({ key }) => SCRIPTED.test(key))
const named = Map.groupBy(scripted, ({ key }) => nameIn(key))

/** The script features that a Baseline browser may lack. */
export const newerScript = (): ReadonlyArray<WebPiece> =>
  scripted.filter((piece) => isNewer(piece) && (piece.since !== null || !piece.isEverywhere))

/** All script features of that name, whatever they belong to. */
export const piecesNamed = (name: string): ReadonlyArray<WebPiece> => named.get(name) ?? []

export interface UsedPiece {
  readonly piece: WebPiece
  /** A path from the root, with the line if known. */
  readonly where: string
}
