/**
 * Every behaviour of docs/behaviours has a test that carries its id in brackets, and the other way
 * round. Pure; called by steps.ts.
 */
import type { SourceFile } from "../repository.ts"

const GROUP = /\[((?:[A-Z]+-\d{2,3}(?:[,\s]+)?)+)\]/gu
const ROW = /^\|\s*([A-Z]+-\d{2,3})\s*\|/gmu

export const documentedIds = (documents: ReadonlyArray<SourceFile>): ReadonlyMap<string, string> =>
  new Map(
    documents.flatMap(({ path, text }) => [...text.matchAll(ROW)].map(([, id = ""]) => [id, path])),
  )

export const testedIds = (tests: ReadonlyArray<SourceFile>): ReadonlyMap<string, string> =>
  new Map(
    tests.flatMap(({ path, text }) =>
      [...text.matchAll(GROUP)].flatMap(([, group = ""]) =>
        group
          .split(/[,\s]+/u)
          .filter((id) => id !== "")
          .map((id): [string, string] => [id, path]),
      ),
    ),
  )

/** `areas` are the areas that docs/behaviours has; other words in brackets are no ids. */
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
    ...[...tested]
      .filter(([id]) => !documented.has(id))
      .map(([id, path]) => `${path}: [${id}] is not in docs/behaviours`),
  ]
}
