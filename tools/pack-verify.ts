/**
 * Bundles the verifier with its pacts into one file for teams without this repository: `npm run -s
 * pack:verify`. The last printed line is the file's path.
 *
 * The file runs on a plain Node.js 20 and ends with the licences of the bundled packages.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Plugin } from "vite"
import { packForNode } from "./pack-node.ts"

const ENTRY = resolve("apps/foldcast/verify/main.ts")
const READS_PACTS = resolve("apps/foldcast/verify/pacts.ts")
const FOLDER = resolve("apps/verify/dist")
const NAME = "foldcast-verify.mjs"

const pactTexts = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync("pacts")
      .filter((file) => file.startsWith("gateway-"))
      .toSorted()
      .map((file) => [file, readFileSync(join("pacts", file), "utf8")]),
  )

const pactsInside: Plugin = {
  name: "foldcast:pacts-inside",
  load: (id) =>
    id === READS_PACTS
      ? `const PACTS = ${JSON.stringify(pactTexts())}\nexport const pactText = (file) => PACTS[file]`
      : undefined,
}

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//u

/** Each package's licence text, or the licence name in its manifest. */
const licences = (modules: ReadonlyArray<string>): string => {
  const folders = new Set(modules.flatMap((id) => PACKAGE.exec(id)?.[1] ?? []))
  const texts = [...folders].toSorted().map((folder) => {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      readonly name: string
      readonly version: string
      readonly license?: string
    }
    const file = readdirSync(folder).find((name) => /^licen[cs]e/iu.test(name))
    const text = file === undefined ? "" : `\n\n${readFileSync(join(folder, file), "utf8").trim()}`
    return `${manifest.name} ${manifest.version} (${manifest.license ?? "unknown"})${text}`
  })
  return texts.join("\n\n---\n\n").replaceAll("*/", "* /")
}

const modules = await packForNode({
  entries: { main: ENTRY },
  folder: FOLDER,
  target: "node20",
  plugins: [pactsInside],
  output: { codeSplitting: false, entryFileNames: NAME, banner: "#!/usr/bin/env node" },
})
const file = join(FOLDER, NAME)
if (!existsSync(file) || modules.length === 0) throw new Error(`${file} was not written`)
appendFileSync(file, `\n/*\nPacked into this file:\n\n${licences(modules)}\n*/\n`)
console.log(`${Math.round(statSync(file).size / 1_024)} KiB, for Node.js 20 or newer:`)
console.log(file)
