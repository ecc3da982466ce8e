/**
 * Checks that every behaviour of docs/behaviours has a test with its id in brackets, that every such id exists,
 * and that one of its tests goes through an interface that a visitor or another service meets. Pure.
 */
import type { SourceFile } from "../repository.ts"

const GROUP = /\[((?:[A-Z]+-\d{2,3}(?:[,\s]+)?)+)\]/gu
const ROW = /^\|\s*([A-Z]+-\d{2,3})\s*\|/gmu

export const documentedIds = (documents: ReadonlyArray<SourceFile>): ReadonlyMap<string, string> =>
  new Map(
    documents.flatMap(({ path, text }) => [...text.matchAll(ROW)].map(([, id = ""]) => [id, path])),
  )

/** Each id with its test files. */
export const testedIds = (
  tests: ReadonlyArray<SourceFile>,
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const carriers = new Map<string, Array<string>>()
  for (const { path, text } of tests) {
    const ids = [...text.matchAll(GROUP)].flatMap(([, group = ""]) => group.split(/[,\s]+/u))
    for (const id of new Set(ids.filter((word) => word !== ""))) {
      const known = carriers.get(id)
      if (known === undefined) carriers.set(id, [path])
      else known.push(path)
    }
  }
  return carriers
}

export type TestKind = "journey" | "screen" | "gateway" | "contract" | "inside" | "stand-in"

interface KindOfTest {
  /** The interface that such a test goes through. */
  readonly through: string
  /** Whether a visitor or another service meets that interface. */
  readonly isMet: boolean
  readonly paths: RegExp
}

/** The first match counts. The order is by the tests' value for a row, highest first. */
export const TEST_KINDS: Readonly<Record<TestKind, KindOfTest>> = {
  journey: {
    through: "all processes, in a browser",
    isMet: true,
    paths: /^test\/(?:e2e|visual|faults|hands|proof)\//u,
  },
  screen: {
    through: "the site's pages, in a browser or as they are rendered",
    isMet: true,
    paths: /^apps\/web\/.+\.(?:screen|server)\.test\.ts$/u,
  },
  gateway: {
    through: "a gateway's sockets and addresses",
    isMet: true,
    paths: /^test\/(?:stream|pages|security)\//u,
  },
  contract: {
    through: "what the gateway and a service say to each other",
    isMet: true,
    paths: /^(?:test\/contracts|apps\/(?:foldcast|verify))\//u,
  },
  "stand-in": {
    through: "the reference implementation of the services alone",
    isMet: false,
    paths: /^apps\/(?:backend|simulators)\//u,
  },
  inside: { through: "one module", isMet: false, paths: /^/u },
}

const KIND_NAMES = Object.keys(TEST_KINDS) as ReadonlyArray<TestKind>

export const kindOfTest = (path: string): TestKind =>
  KIND_NAMES.find((kind) => TEST_KINDS[kind].paths.test(path)) ?? "inside"

export interface BehaviourTests {
  readonly id: string
  readonly kinds: ReadonlyArray<TestKind>
}

/** Each behaviour with the kinds of its tests. */
export const behaviourTests = (
  documents: ReadonlyArray<SourceFile>,
  tests: ReadonlyArray<SourceFile>,
): ReadonlyArray<BehaviourTests> => {
  const tested = testedIds(tests)
  return [...documentedIds(documents).keys()].map((id) => {
    const kinds = new Set((tested.get(id) ?? []).map(kindOfTest))
    return { id, kinds: KIND_NAMES.filter((kind) => kinds.has(kind)) }
  })
}

/** Rows without a test through an interface that a visitor or another service meets. */
export const unmetRows = (rows: ReadonlyArray<BehaviourTests>): ReadonlyArray<string> =>
  rows.flatMap(({ id, kinds }) => (kinds.some((kind) => TEST_KINDS[kind].isMet) ? [] : [id]))

/** Only the areas of docs/behaviours count; other words in brackets are no ids. */
export const behaviourFindings = (
  documents: ReadonlyArray<SourceFile>,
  tests: ReadonlyArray<SourceFile>,
): ReadonlyArray<string> => {
  const documented = documentedIds(documents)
  const tested = testedIds(tests)
  const rows = documents.flatMap(({ text }) => [...text.matchAll(ROW)].map(([, id = ""]) => id))
  const twice = rows.filter((id, index) => rows.indexOf(id) !== index)
  return [
    ...twice.map((id) => `${id} stands in docs/behaviours twice`),
    ...[...documented]
      .filter(([id]) => !tested.has(id))
      .map(([id, path]) => `${path}: no test carries [${id}]`),
    ...unmetRows(behaviourTests(documents, tests))
      .filter((id) => tested.has(id))
      .map((id) => `no test of [${id}] goes through what somebody outside meets`),
    ...[...tested]
      .filter(([id]) => !documented.has(id))
      .map(([id, paths]) => `${paths.join(", ")}: [${id}] is not in docs/behaviours`),
  ]
}
