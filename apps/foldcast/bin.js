#!/usr/bin/env node
// Plain JavaScript that any Node can parse, so that an old one gets a sentence instead of a stack.
const NEEDED = 26

const major = Number(process.versions.node.split(".")[0])
if (major < NEEDED) {
  process.stderr.write(
    `foldcast needs Node ${NEEDED} or newer and this is ${process.version}. ` +
      "The pinned one comes with npm ci: run it as `npx foldcast` in the project's folder.\n",
  )
  process.exit(2)
}

await import("./main.ts")
