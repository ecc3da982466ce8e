/**
 * Writes what 500 drawn logs fold to into drawn-VERSION.json, the version being the package's.
 *
 *   node test/golden/make-drawn-captures.ts
 *
 * packages/replay/drawn-captures.test.ts folds them again in every test run. Each release has its file, made
 * while it is being built; that of an earlier release keeps its facts and is made anew only when a change of
 * the folds is meant, which the change of its hashes then shows.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { foldedTo, presentPool, type Release } from "@foldcast/replay/drawn-captures.fixtures"

const LOGS = 500
const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
) as { readonly version: string }
const fileOf = (release: string) => join(import.meta.dirname, `drawn-${release}.json`)

const write = (release: string, pool: ReadonlyArray<string>) => {
  const states = Array.from({ length: LOGS }, (_, number) => foldedTo(pool, number).atOnce)
  const made: Release = { release, pool, states }
  writeFileSync(fileOf(release), `${JSON.stringify(made, null, 2)}\n`)
}

for (const name of readdirSync(import.meta.dirname)) {
  const release = /^drawn-(.+)\.json$/u.exec(name)?.[1]
  if (release === undefined || release === version) continue
  write(release, (JSON.parse(readFileSync(fileOf(release), "utf8")) as Release).pool)
}
write(version, presentPool())
