/**
 * Checks that a list of performers is the requested one: no duplicates, no more than the page size, only
 * performers that pass the filters, in the requested order. It uses the members of a card: status, languages,
 * toy, rating, sessions, name and id; other filters cannot be checked. Pure.
 */
import { Option, Schema } from "effect"
import { FindAnswer, type GridPerformer } from "@foldcast/contracts/upstream/performer-service"
import type { Ordering } from "@foldcast/rules/grid/orders"
import { plainLetters } from "@foldcast/rules/names/plain-letters"
import { LANGUAGE_OPTIONS } from "@foldcast/rules/performer-attributes"
import { STATUS_TESTS, statusOf } from "@foldcast/rules/performer-status"
import { type Mismatch, shown } from "@foldcast/verify/matching"

const decodeList = Schema.decodeUnknownOption(FindAnswer)

const textsOf = (query: URLSearchParams, name: string): ReadonlyArray<string> =>
  query.get(name)?.split(",") ?? []

const speaks =
  (options: ReadonlyArray<string>) =>
  ({ languages }: GridPerformer): boolean =>
    Object.entries(LANGUAGE_OPTIONS).some(
      ([option, spoken]) =>
        options.includes(option) && spoken.some((one) => languages.includes(one)),
    )

/** Each filter as a test of one performer, if a card has its data. */
const FILTERS: Readonly<
  Record<string, (values: ReadonlyArray<string>) => (performer: GridPerformer) => boolean>
> = {
  onlineStatus: (values) => (performer) =>
    Object.entries(STATUS_TESTS).some(
      ([name, test]) => values.includes(name) && test(statusOf(performer)),
    ),
  languages: speaks,
  cybertoy:
    (values) =>
    ({ cybertoy }) =>
      values.includes(String(cybertoy)),
  ids:
    (values) =>
    ({ user }) =>
      values.includes(String(user.id)),
  username:
    (values) =>
    ({ user }) =>
      values.some((name) => name.toLowerCase() === user.username.toLowerCase()),
}

type Rank = ReadonlyArray<number>

/** Lower ranks first, for each word of an ordering. */
const RANKS: Readonly<
  Record<Ordering, (performer: GridPerformer, preferred: ReadonlyArray<string>) => Rank>
> = {
  free: (performer) => {
    const status = statusOf(performer)
    return [STATUS_TESTS.free(status) ? 0 : 1, STATUS_TESTS.offline(status) ? 1 : 0]
  },
  lastCamSession: (performer) => [
    STATUS_TESTS.offline(statusOf(performer)) ? -(performer.lastCamSession ?? 0) : 0,
  ],
  language: (performer, preferred) => [speaks(preferred)(performer) ? 0 : 1],
  rating: ({ rating }) => [-rating],
  firstCamSession: ({ firstCamSession }) => [-(firstCamSession ?? 0)],
  // By code points, which UTF-16 orders otherwise. The zero at its end places a name before those that it begins.
  username: ({ user }) => [
    ...Array.from(plainLetters(user.username), (letter) => letter.codePointAt(0) ?? 0),
    0,
  ],
}

const isOrdering = (word: string): word is Ordering => Object.hasOwn(RANKS, word)

const isBefore = (left: Rank, right: Rank): boolean => {
  const differs = left.findIndex((value, index) => value !== right[index])
  return differs !== -1 && (left[differs] ?? 0) < (right[differs] ?? 0)
}

/** The members that decide the order, for the report. */
const placed = ({
  user,
  rating,
  languages,
  firstCamSession,
  lastCamSession,
  ...told
}: GridPerformer) =>
  shown({
    ...user,
    onlineStatus: statusOf(told),
    lastCamSession,
    languages,
    rating,
    firstCamSession,
  })

const orderMismatches = (
  performers: ReadonlyArray<GridPerformer>,
  query: URLSearchParams,
): ReadonlyArray<Mismatch> => {
  const ordering = textsOf(query, "ordering").filter(isOrdering)
  const preferred = textsOf(query, "language")
  const ranks = performers.map((performer) =>
    ordering.flatMap((word) => RANKS[word](performer, preferred)),
  )
  const inWhich = query.has("language") ? ` with ${query.get("language")}` : ""
  return performers.flatMap((performer, at) => {
    const [own, former] = [ranks[at] ?? [], ranks[at - 1] ?? []]
    return at > 0 && isBefore(own, former)
      ? [
          {
            path: `$.performers[${at}]`,
            expected: `a place before $.performers[${at - 1}], by ${query.get("ordering")}${inWhich}`,
            actual: placed(performer),
          },
        ]
      : []
  })
}

const filterMismatches = (
  performers: ReadonlyArray<GridPerformer>,
  query: URLSearchParams,
): ReadonlyArray<Mismatch> =>
  Object.entries(FILTERS).flatMap(([name, filter]) => {
    if (!query.has(name)) return []
    const passes = filter(textsOf(query, name))
    return performers.flatMap((performer, at) =>
      passes(performer)
        ? []
        : [
            {
              path: `$.performers[${at}]`,
              expected: `a performer who passes ${name}=${query.get(name)}`,
              actual: shown(performer),
            },
          ],
    )
  })

const repeatedMismatches = (performers: ReadonlyArray<GridPerformer>): ReadonlyArray<Mismatch> => {
  const ids = performers.map(({ user }) => String(user.id))
  return ids.flatMap((id, at) =>
    ids.indexOf(id) < at
      ? [
          {
            path: `$.performers[${at}].user.id`,
            expected: "somebody who is not in the list yet",
            actual: shown(id),
          },
        ]
      : [],
  )
}

/** `target` is the requested path and query; another check reports an answer that is no list. */
export const listMismatches = (target: string, body: unknown): ReadonlyArray<Mismatch> => {
  const { pathname, searchParams: query } = new URL(target, "http://service.invalid")
  if (pathname !== "/user/find") return []
  const list = Option.getOrUndefined(decodeList(body))
  if (list === undefined) return []
  const { performers } = list
  const limit = Number(query.get("limit") ?? Number.POSITIVE_INFINITY)
  const tooMany: ReadonlyArray<Mismatch> =
    performers.length > limit
      ? [
          {
            path: "$.performers",
            expected: `at most ${limit} performers`,
            actual: String(performers.length),
          },
        ]
      : []
  return [
    ...tooMany,
    ...repeatedMismatches(performers),
    ...filterMismatches(performers, query),
    ...orderMismatches(performers, query),
  ]
}
