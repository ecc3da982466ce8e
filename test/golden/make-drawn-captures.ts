/**
 * Writes the fold results of 500 random logs into drawn-VERSION.json; the version is the package's.
 *
 *   node test/golden/make-drawn-captures.ts
 *
 * packages/replay/drawn-captures.test.ts folds them again in every test run. Each release has its file, made while
 * it is being built. A file of an earlier release keeps its facts and is made again only for an intended change of
 * the folds, which then shows in its hashes.
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
