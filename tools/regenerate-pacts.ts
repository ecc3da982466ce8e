/**
 * Writes pacts/ anew from the consumers' tests: `npm run pacts`. With `--check` it only compares and
 * says which file differs. The files are byte-identical on every run: Pact sorts interactions, and here
 * keys are sorted, the tool's own version is left out and a final newline is added.
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

const canonical = (text: string): string => {
  const pact = JSON.parse(text) as { metadata: { [name: string]: Json } } & { [key: string]: Json }
  const { pactSpecification } = pact.metadata
  return `${JSON.stringify(sorted({ ...pact, metadata: { pactSpecification: pactSpecification ?? null } }), null, 2)}\n`
}

const jsonFiles = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  )

const PACTS = "pacts"
const written = mkdtempSync(join(tmpdir(), "foldcast-pacts-"))
try {
  const { ok, output } = await runCommand(
    "vitest",
    ["run", "--project", "contracts", "--no-file-parallelism", "--reporter", "default", ".pact.ts"],
    { PACT_DIR: written },
  )
  if (!ok) {
    console.error(output)
    process.exit(1)
  }
  const fresh = new Map([...jsonFiles(written)].map(([name, text]) => [name, canonical(text)]))
  const committed = jsonFiles(PACTS)
  const names = [...new Set([...fresh.keys(), ...committed.keys()])].toSorted()
  const different = names.filter((name) => fresh.get(name) !== committed.get(name))
  if (process.argv.includes("--check")) {
    for (const name of different) console.error(`pacts/${name} is not what npm run pacts writes`)
    process.exitCode = different.length === 0 ? 0 : 1
  } else {
    for (const name of committed.keys()) rmSync(join(PACTS, name))
    for (const [name, text] of fresh) writeFileSync(join(PACTS, name), text)
    console.log(
      different.length === 0
        ? "pacts/ is as it was"
        : `written: ${different.map((name) => `pacts/${name}`).join(", ")}`,
    )
  }
} finally {
  rmSync(written, { recursive: true, force: true })
}
