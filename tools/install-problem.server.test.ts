/** The message for an incomplete installation, with this repository's lock file. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { installProblem, type Lock, type Machine } from "./install-problem.ts"

const ROOT = join(import.meta.dirname, "..")
const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lock
const machine: Machine = { os: "linux", cpu: "x64", libc: "glibc" }

/** As npm installs it without some kinds of packages. */
const problemWithout = (
  omit: ReadonlyArray<"dev" | "optional" | "devOptional">,
  {
    on = machine,
    forDevelopment = false,
    unpacked = () => true,
  }: {
    readonly on?: Machine
    readonly forDevelopment?: boolean
    readonly unpacked?: (folder: string) => boolean
  } = {},
) =>
  installProblem({
    lock,
    machine: on,
    forDevelopment,
    isThere: (folder) =>
      omit.every((kind) => lock.packages[folder]?.[kind] !== true) && unpacked(folder),
  })

it("the site starts where npm left out what only development needs", () => {
  expect(problemWithout(["dev", "devOptional"])).toBeNull()
  for (const name of ["node", "vite", "@vitejs/plugin-react", "@inlang/paraglide-js"]) {
    expect([name, lock.packages[`node_modules/${name}`]?.dev]).toEqual([name, undefined])
  }
})

it("a developer is told which development packages are missing, and the command that installs them", () => {
  const said = problemWithout(["dev"], { forDevelopment: true })
  expect(said).toMatch(
    /missing: @effect\/vitest, .*NODE_ENV=production.*Run `npm ci --include=dev`/u,
  )
  expect(said).not.toMatch(/ignore-scripts/u)
})

it.each<Machine>([
  machine,
  { os: "linux", cpu: "arm64", libc: "musl" },
  { os: "darwin", cpu: "arm64", libc: null },
  { os: "win32", cpu: "x64", libc: null },
])("the compiled parts left out with the optional packages are named, on $os $cpu", (on) => {
  const said = problemWithout(["optional", "devOptional"], { on })
  expect(said).toMatch(/compiled parts for this machine.*Run `npm ci --include=optional`/u)
  expect(said).toContain(on.cpu)
  // npm unpacks only this machine's binaries.
  const unpacked = (folder: string) => {
    const { os, cpu, libc } = lock.packages[folder] ?? {}
    const isFor = (kinds: ReadonlyArray<string> | undefined, kind: string | null) =>
      kind === null || (kinds?.includes(kind) ?? true)
    return isFor(os, on.os) && isFor(cpu, on.cpu) && isFor(libc, on.libc)
  }
  expect(problemWithout([], { on, unpacked })).toBeNull()
})

it("a package that is missing for another reason is named", () => {
  const said = problemWithout([], { unpacked: (folder) => folder !== "node_modules/effect" })
  expect(said).toBe("Packages are missing: effect. Run `npm ci` in this folder.")
})

const directory = mkdtempSync(join(tmpdir(), "require-node-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it("a missing package is reported before anything else runs", () => {
  mkdirSync(join(directory, "tools"))
  for (const file of [
    "package.json",
    "package-lock.json",
    "tools/require-node.js",
    "tools/install-problem.ts",
  ])
    cpSync(join(ROOT, file), join(directory, file))
  const { status, stderr } = spawnSync(process.execPath, ["tools/require-node.js"], {
    cwd: directory,
    encoding: "utf8",
  })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Packages are missing: /u)])
})
