/**
 * Who is shown beside a performer: others of the same gender who speak one of the same languages; first who can be
 * watched now, and among those who is most like her. Pure.
 *
 * Invariants: nobody is her own neighbour; what is alike stays in the order of the list.
 */
import type { Locale } from "@foldcast/contracts/units"
import {
  GENDERS,
  LANGUAGE_OPTIONS,
  type LanguageOption,
  type PerformerLanguage,
} from "../performer-attributes.ts"
import { hasToy, isOnline, isWatchable, STATUS_TESTS } from "../performer-status.ts"
import { FILTER_GROUPS, filterFrom, type GridFilter } from "./filters.ts"
import { GRID_LIMIT } from "./list.ts"
import { performersPath } from "./resources.ts"

export interface Comparable {
  readonly performerId: string
  readonly onlineStatus: number
  readonly age: number
  readonly languages: ReadonlyArray<string>
  readonly cybertoy: number
}

/** Of one of these languages at least; in the filter's own options. */
const languageOptions = (languages: ReadonlyArray<string>): ReadonlyArray<string> =>
  FILTER_GROUPS.languages.filter((option: LanguageOption) => {
    const matching: ReadonlyArray<PerformerLanguage> = LANGUAGE_OPTIONS[option]
    return matching.some((language) => languages.includes(language))
  })

export interface SimilarTo {
  readonly languages: ReadonlyArray<string>
  /** As told; null or of no filter's kind: the base of every list (GRID-16). */
  readonly gender: string | null
}

const similarFilter = ({ languages, gender }: SimilarTo): GridFilter =>
  filterFrom({
    gender: GENDERS.filter((one) => one === gender),
    languages: languageOptions(languages),
  })

/** The list that they are chosen from. */
export const similarPath = (to: SimilarTo, locale: Locale): string =>
  performersPath({
    category: null,
    filter: similarFilter(to),
    locale,
    page: 1,
    limit: GRID_LIMIT,
  })

/** Free chat first, which costs nothing. */
const tierOf = ({ onlineStatus }: Comparable): number => {
  if (isWatchable(onlineStatus)) return STATUS_TESTS.free(onlineStatus) ? 0 : 1
  return isOnline(onlineStatus) ? 2 : 3
}

const YEARS_ALIKE = 4

const likeness = (one: Comparable, other: Comparable): number =>
  one.languages.filter((language) => other.languages.includes(language)).length +
  (Math.abs(one.age - other.age) <= YEARS_ALIKE ? 2 : 0) +
  (hasToy(one.cybertoy) === hasToy(other.cybertoy) ? 1 : 0)

export const similarTo = <Other extends Comparable>(
  her: Comparable,
  others: ReadonlyArray<Other>,
  most: number,
): ReadonlyArray<Other> =>
  others
    .filter(({ performerId }) => performerId !== her.performerId)
    .toSorted(
      (one, other) => tierOf(one) - tierOf(other) || likeness(other, her) - likeness(one, her),
    )
    .slice(0, most)
