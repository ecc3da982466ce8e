/**
 * Stops with a sentence when the pinned Node.js is not the one that runs, or a package is missing that is needed. npm
 * scripts put node_modules/.bin first on the path, and the package `node` puts Node.js there with an install script;
 * with scripts switched off it is missing, and an older Node.js of the machine would run instead.
 *
 * Called first by every npm script that runs ours, with `--development` by those that need more than the site does.
 * Plain old JavaScript: it runs on any Node.js.
 */
import { existsSync, readFileSync } from "node:fs"

const wanted = 26
const found = Number(process.versions.node.split(".")[0])

const stop = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

/** Why the pinned one does not run, and what mends that. */
const howToGetNode = () => {
  if (!existsSync("node_modules/node")) {
    return "It comes with `npm ci` as the package `node`, which is not installed here. Run `npm ci` in this folder, then start this with `npm run`."
  }
  if (existsSync("node_modules/node/bin/node") || existsSync("node_modules/node/bin/node.exe")) {
    return "The right one is installed here: start this with `npm run`, which finds it."
  }
  return 'It comes with `npm ci`, by the install script of the package "node", the only one that is needed. Scripts were ignored: run `npm rebuild node --ignore-scripts=false`, then start this with `npm run`.'
}

if (found < wanted) {
  stop(
    "Foldcast needs Node.js " +
      wanted +
      ", and " +
      process.version +
      " is running. " +
      howToGetNode(),
  )
}

/** Of Linux, where compiled packages ask for one. */
const libcHere = () => {
  if (process.platform !== "linux") return null
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined ? "musl" : "glibc"
}

const { installProblem } = await import("./install-problem.ts")
const problem = installProblem({
  lock: JSON.parse(readFileSync("package-lock.json", "utf8")),
  machine: { os: process.platform, cpu: process.arch, libc: libcHere() },
  isThere: existsSync,
  forDevelopment: process.argv.includes("--development"),
})
if (problem !== null) stop(problem)
