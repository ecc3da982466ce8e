/**
 * Compares an actual body with a pact's body and rules, and reports each difference: its place, the expected
 * and the actual value. Pure; each rule means what Pact defines (the tests in test/contracts hold both against
 * the same providers).
 *
 * Members that the pact does not show are ignored; without a rule a value must be equal.
 */
import type { Matcher, Rules, StatusMatcher } from "./pact-file.ts"

export interface Mismatch {
  /** `$.bundles[0].cost`. */
  readonly path: string
  readonly expected: string
  readonly actual: string
}

interface Place {
  /** With indices, for people. */
  readonly path: string
  /** With `[*]` in place of indices, as in a rule's path. */
  readonly rule: string
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" && !Array.isArray(value)

const MAX_SHOWN = 120

/** A value in at most 120 characters; a longer one is cut. */
export const shown = (value: unknown): string => {
  if (value === undefined) return "nothing"
  const text = JSON.stringify(value)
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`
}

const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}

const isPlainKey = (key: string) => /^[A-Za-z_]\w*$/u.test(key)
const memberOf = (place: Place, key: string): Place => {
  const step = isPlainKey(key) ? `.${key}` : `['${key}']`
  return { path: place.path + step, rule: place.rule + step }
}
const elementOf = (place: Place, index: number): Place => ({
  path: `${place.path}[${index}]`,
  rule: `${place.rule}[*]`,
})

/** The text that a regex rule tests: a string itself, or the JSON text of any other value. */
const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

/** What a rule expected; undefined when the value matches. */
const broken = (matcher: Matcher, expected: unknown, actual: unknown): string | undefined => {
  switch (matcher.match) {
    case "type":
      return kindOf(actual) === kindOf(expected) ? undefined : kindOf(expected)
    case "integer":
      return Number.isInteger(actual) ? undefined : "a whole number"
    case "number":
      return typeof actual === "number" ? undefined : "a number"
    case "null":
      return actual === null ? undefined : "null"
    case "equality":
      return JSON.stringify(actual) === JSON.stringify(expected) ? undefined : shown(expected)
    // Never applies to a body's member: exchange.ts checks the type.
    case "contentType":
      return undefined
    case "regex":
      return new RegExp(matcher.regex, "u").test(textOf(actual))
        ? undefined
        : `something that matches ${matcher.regex}`
  }
}

const compareList = (
  place: Place,
  expected: ReadonlyArray<unknown>,
  actual: ReadonlyArray<unknown>,
  rules: Rules,
  minimum: number | undefined,
): ReadonlyArray<Mismatch> => {
  if (minimum === undefined) {
    if (expected.length !== actual.length) {
      return [
        { path: place.path, expected: `${expected.length} elements`, actual: `${actual.length}` },
      ]
    }
    return expected.flatMap((value, index) =>
      compare(elementOf(place, index), value, actual[index], rules),
    )
  }
  const short: ReadonlyArray<Mismatch> =
    actual.length < minimum
      ? [{ path: place.path, expected: `at least ${minimum} elements`, actual: `${actual.length}` }]
      : []
  const [like] = expected
  return [
    ...short,
    ...actual.flatMap((value, index) => compare(elementOf(place, index), like, value, rules)),
  ]
}

const compare = (
  place: Place,
  expected: unknown,
  actual: unknown,
  rules: Rules,
): ReadonlyArray<Mismatch> => {
  const matchers = rules[place.rule]?.matchers ?? []
  const mismatch = (wanted: string): ReadonlyArray<Mismatch> => [
    {
      path: place.path,
      expected: wanted,
      actual: actual === undefined ? "nothing: the field is missing" : shown(actual),
    },
  ]
  if (actual === undefined) {
    const [first] = matchers
    return mismatch(
      (first === undefined ? undefined : broken(first, expected, actual)) ?? kindOf(expected),
    )
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return mismatch("a list")
    const typed = matchers.find((matcher) => matcher.match === "type")
    return compareList(
      place,
      expected,
      actual,
      rules,
      typed === undefined ? undefined : (typed.min ?? 0),
    )
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return mismatch("an object")
    return Object.entries(expected).flatMap(([key, value]) =>
      compare(
        memberOf(place, key),
        value,
        Object.hasOwn(actual, key) ? actual[key] : undefined,
        rules,
      ),
    )
  }
  const wanted =
    matchers.length === 0
      ? broken({ match: "equality" }, expected, actual)
      : matchers
          .map((matcher) => broken(matcher, expected, actual))
          .find((text) => text !== undefined)
  return wanted === undefined ? [] : mismatch(wanted)
}

export const compareBody = (
  expected: unknown,
  actual: unknown,
  rules: Rules = {},
): ReadonlyArray<Mismatch> => compare({ path: "$", rule: "$" }, expected, actual, rules)

const CLASSES = {
  success: [200, 299],
  clientError: [400, 499],
  serverError: [500, 599],
  error: [400, 599],
} as const

export const statusMismatch = (
  expected: number,
  actual: number,
  matcher?: StatusMatcher,
): ReadonlyArray<Mismatch> => {
  const mismatch = (wanted: string, fits: boolean): ReadonlyArray<Mismatch> =>
    fits ? [] : [{ path: "status", expected: wanted, actual: `${actual}` }]
  if (matcher === undefined) return mismatch(`${expected}`, actual === expected)
  if (typeof matcher.status !== "string") {
    return mismatch(matcher.status.join(" or "), matcher.status.includes(actual))
  }
  const [from, to] = CLASSES[matcher.status]
  return mismatch(`${from} to ${to}`, actual >= from && actual <= to)
}
