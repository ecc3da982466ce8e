/**
 * Which packages npm left out, and the command that installs them. `NODE_ENV=production`, `--omit=dev` and
 * `omit=dev` in an .npmrc leave out development packages; `--omit=optional` leaves out this machine's compiled
 * binaries, which are optional packages, one for each kind of machine.
 *
 * Pure. The lock file lists the required packages, the folder the installed ones.
 */

interface LockedPackage {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
  readonly peer?: boolean
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly os?: ReadonlyArray<string>
  readonly cpu?: ReadonlyArray<string>
  readonly libc?: ReadonlyArray<string>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export interface Lock {
  /** By their folders: `node_modules/vite`. */
  readonly packages: Readonly<Record<string, LockedPackage>>
}

export interface Machine {
  readonly os: string
  readonly cpu: string
  /** Null when the system has only one. */
  readonly libc: string | null
}

export interface Installation {
  readonly lock: Lock
  readonly machine: Machine
  readonly isThere: (folder: string) => boolean
  /** Whether development packages are needed now. */
  readonly forDevelopment: boolean
}

const isFor = ({ os, cpu, libc }: Machine, one: LockedPackage): boolean =>
  (one.os?.includes(os) ?? true) &&
  (one.cpu?.includes(cpu) ?? true) &&
  (libc === null || (one.libc?.includes(libc) ?? true))

/** Compiled for one kind of machine. */
const isCompiled = ({ os, cpu }: LockedPackage): boolean => os !== undefined || cpu !== undefined

const NAMED = 3

/** Direct dependencies of a workspace come first, because people know their names. */
const named = ({ packages }: Lock, folders: ReadonlyArray<string>): string => {
  const asked = new Set(
    Object.entries(packages).flatMap(([folder, one]) =>
      folder.includes("node_modules/")
        ? []
        : Object.keys({ ...one.dependencies, ...one.devDependencies }),
    ),
  )
  const all = folders.map((folder) => folder.slice("node_modules/".length))
  const names = [
    ...all.filter((name) => asked.has(name)),
    ...all.filter((name) => !asked.has(name)),
  ]
  const more = names.length - NAMED
  return names.slice(0, NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "")
}

/** A sentence or two, or null when no needed package is missing. */
export const installProblem = ({
  lock,
  machine,
  isThere,
  forDevelopment,
}: Installation): string | null => {
  const missing = Object.entries(lock.packages).filter(
    ([folder, one]) =>
      folder.startsWith("node_modules/") &&
      one.peer !== true &&
      one.link !== true &&
      one.inBundle !== true &&
      isFor(machine, one) &&
      // Of the optional packages only the compiled binaries are required.
      (one.optional !== true || isCompiled(one)) &&
      (one.devOptional !== true || isCompiled(one)) &&
      (forDevelopment || (one.dev !== true && one.devOptional !== true)) &&
      !isThere(folder),
  )
  const foldersOf = (is: (one: LockedPackage) => boolean) =>
    missing.flatMap(([folder, one]) => (is(one) ? [folder] : []))
  const required = foldersOf((one) => !isCompiled(one) && one.dev !== true)
  const compiled = foldersOf((one) => isCompiled(one) && one.dev !== true)
  const development = foldersOf((one) => one.dev === true)
  if (required.length > 0)
    return `Packages are missing: ${named(lock, required)}. Run \`npm ci\` in this folder.`
  if (compiled.length > 0)
    return (
      `The compiled parts for this machine are missing: ${named(lock, compiled)}. npm knows them as optional packages ` +
      "and was told to leave those out (--omit=optional, or omit in an .npmrc or in NPM_CONFIG_OMIT). " +
      "Run `npm ci --include=optional`."
    )
  if (development.length > 0)
    return (
      `What only development needs is missing: ${named(lock, development)}. npm was told to leave it out ` +
      "(NODE_ENV=production, --omit=dev, or omit in an .npmrc or in NPM_CONFIG_OMIT). " +
      "Run `npm ci --include=dev`; to run the site, `npm start` needs none of it."
    )
  return null
}
