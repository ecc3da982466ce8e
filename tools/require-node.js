/**
 * Stops with a sentence when the pinned Node.js is not the one that runs. npm scripts put
 * node_modules/.bin first on the path, and the package `node` puts Node.js there with an install script;
 * with scripts switched off it is missing, and an older Node.js of the machine would run instead.
 *
 * Called first by every npm script that runs ours. Plain old JavaScript: it runs on any Node.js.
 */
const wanted = 26
const found = Number(process.versions.node.split(".")[0])

if (found < wanted) {
  console.error(
    "Foldcast needs Node.js " +
      wanted +
      ", and " +
      process.version +
      ' is running. It comes with `npm ci`, by the install script of the package "node", the only one that is ' +
      "needed. Where scripts were ignored, run `npm rebuild node --ignore-scripts=false`, " +
      "then start this with `npm run`.",
  )
  process.exit(1)
}
