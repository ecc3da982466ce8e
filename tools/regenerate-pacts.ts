/**
 * Regenerates pacts/ from the consumers' tests: `npm run pacts`. With `--check` it only compares and names the
 * files that differ; when PACT_DIR names the output of an earlier test run, it compares that output and runs
 * nothing. The files are byte-identical on every run: interactions and keys are sorted, the tool's version is
 * removed and a final newline is added.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runCommand } from "./run-command.ts"

type Json =
  | null
  | boolean
  | number
  | string
  | ReadonlyArray<Json>
  | { readonly [key: string]: Json }

const sorted = (value: Json): Json => {
  if (value === null || typeof value !== "object") return value
  if (Array.isArray(value)) return value.map(sorted)
  const record = value as { readonly [key: string]: Json }
  return Object.fromEntries(
    Object.keys(record)
      .toSorted()
      .map((key) => [key, sorted(record[key] ?? null)]),
  )
}

interface Pact {
  readonly [key: string]: Json
  readonly metadata: { readonly [name: string]: Json }
  readonly interactions: ReadonlyArray<{
    readonly [key: string]: Json
    readonly description: string
  }>
}

/** Merges what several test files wrote of one pact. */
const canonical = (texts: ReadonlyArray<string>): string => {
  const parts = texts.map((text) => JSON.parse(text) as Pact)
  const interactions = parts
    .flatMap((part) => part.interactions)
    .toSorted((a, b) => (a.description < b.description ? -1 : 1))
  const pactSpecification = parts[0]?.metadata["pactSpecification"] ?? null
  const pact = { ...parts[0], interactions, metadata: { pactSpecification } }
  return `${JSON.stringify(sorted(pact), null, 2)}\n`
}

const jsonFiles = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  )

/** The tests' output by file name; each test file wrote to its own folder. */
const writtenIn = (folder: string): ReadonlyMap<string, string> => {
  const texts = readdirSync(folder).flatMap((part) => [...jsonFiles(join(folder, part))])
  const byName = Map.groupBy(texts, ([name]) => name)
  return new Map(
    [...byName].map(([name, parts]) => [name, canonical(parts.map(([, text]) => text))]),
  )
}

const PACTS = "pacts"
const isCheck = process.argv.includes("--check")

const compare = (fresh: ReadonlyMap<string, string>): void => {
  const committed = jsonFiles(PACTS)
  const names = [...new Set([...fresh.keys(), ...committed.keys()])].toSorted()
  const different = names.filter((name) => fresh.get(name) !== committed.get(name))
  if (isCheck) {
    for (const name of different) console.error(`pacts/${name} is not what npm run pacts writes`)
    process.exitCode = different.length === 0 ? 0 : 1
    return
  }
  for (const name of committed.keys()) rmSync(join(PACTS, name))
  for (const [name, text] of fresh) writeFileSync(join(PACTS, name), text)
  const list = different.map((name) => `pacts/${name}`).join(", ")
  console.log(different.length === 0 ? "pacts/ is as it was" : `written: ${list}`)
}

const earlier = process.env["PACT_DIR"]
if (isCheck && earlier !== undefined) compare(writtenIn(earlier))
else {
  const folder = mkdtempSync(join(tmpdir(), "foldcast-pacts-"))
  const args = ["run", "--project", "contracts", "--reporter", "default", ".pact.ts"]
  const { ok, output } = await runCommand("vitest", args, { PACT_DIR: folder })
  if (ok) compare(writtenIn(folder))
  else {
    console.error(output)
    process.exitCode = 1
  }
  rmSync(folder, { recursive: true, force: true })
}
