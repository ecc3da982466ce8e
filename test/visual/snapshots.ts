/**
 * The pictures in the repository, by their names, and whether a state still looks like its own. With
 * SNAPSHOTS=write (`npm run snapshots`) a different picture replaces the old one; look at each before it is
 * committed.
 *
 * Invariant: a folder has a picture of every state that was seen and of no other.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { compare } from "./picture.ts"

const ROOT = fileURLToPath(new URL("snapshots", import.meta.url))
/** Outside the run's own temporary directory, which is removed after the run. */
const DIFFERENCES = "node_modules/.cache/snapshot-differences"
const isWriting = process.env["SNAPSHOTS"] === "write"

/** Saves a picture for the person who looks into the failure. */
const keep = (name: string, picture: Buffer): string => {
  mkdirSync(DIFFERENCES, { recursive: true })
  const file = join(DIFFERENCES, `${name}.png`)
  writeFileSync(file, picture)
  return file
}

const faultsOf = (name: string, before: Buffer | null, now: Buffer): ReadonlyArray<string> => {
  if (before === null) return [`${name} has no picture yet: ${keep(name, now)}`]
  // Most are equal byte by byte and need no decoding.
  if (before.equals(now)) return []
  const found = compare(before, now)
  switch (found._tag) {
    case "Same":
      return []
    case "Resized":
      return [`${name} was ${found.from}, is ${found.to}: ${keep(name, now)}`]
    case "Different":
      keep(name, now)
      return [`${name} differs: ${keep(`${name}-difference`, found.difference)}`]
  }
}

/** The snapshots of one walk. */
export class Snapshots {
  readonly #folder: string
  readonly #seen = new Set<string>()

  constructor(folder = "") {
    this.#folder = join(ROOT, folder)
  }

  /** The faults of this state's new picture; empty if it looks the same. */
  faults(name: string, now: Buffer): ReadonlyArray<string> {
    this.#seen.add(name)
    const file = join(this.#folder, `${name}.png`)
    const faults = faultsOf(name, existsSync(file) ? readFileSync(file) : null, now)
    if (!isWriting || faults.length === 0) return faults
    mkdirSync(this.#folder, { recursive: true })
    writeFileSync(file, now)
    console.log(`${name} is new`)
    return []
  }

  /** The states without a picture, including those that only the proof checks. */
  missing(names: ReadonlyArray<string>): ReadonlyArray<string> {
    for (const name of names) this.#seen.add(name)
    return names.filter((name) => !existsSync(join(this.#folder, `${name}.png`)))
  }

  /** Pictures of states that no longer exist. */
  leftOver(): ReadonlyArray<string> {
    const left = globSync(join(this.#folder, "*.png")).filter(
      (file) => !this.#seen.has(basename(file, ".png")),
    )
    if (!isWriting) return left
    for (const file of left) rmSync(file)
    return []
  }
}
