/**
 * `npm run proof PART`: one of the long runs of test/proof, in at most twenty minutes; without a part it lists
 * them.
 *
 * Exits with 0 when all pass, 1 when a test fails or the time is up, 2 for an unknown part.
 */
import { spawn } from "node:child_process"
import { readdirSync } from "node:fs"

const FOLDER = "test/proof"
const SUFFIX = ".test.ts"
const MAX_MINUTES = 20

const parts = readdirSync(FOLDER)
  .filter((name) => name.endsWith(SUFFIX))
  .map((name) => name.slice(0, -SUFFIX.length))
  .toSorted()

const [part, ...more] = process.argv.slice(2)
if (part === undefined) {
  console.log(
    `npm run proof PART, where PART is one of:\n${parts.map((name) => `  ${name}`).join("\n")}`,
  )
  process.exit(0)
}
if (more.length > 0 || !parts.includes(part)) {
  console.error(`There is no part ${[part, ...more].join(" ")}. Parts: ${parts.join(", ")}.`)
  process.exit(2)
}

const args = ["run", "--config", "vitest.proof.config.ts", `${FOLDER}/${part}${SUFFIX}`]
const child = spawn("vitest", args, { stdio: ["ignore", "inherit", "inherit"], detached: true })
/** Ends the workers too: without that they run for an hour after their parent has ended. */
const endWithWorkers = () => {
  if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, endWithWorkers)
let isLate = false
const deadline = setTimeout(() => {
  isLate = true
  console.error(`proof ${part} takes longer than ${MAX_MINUTES} minutes: split it`)
  endWithWorkers()
}, MAX_MINUTES * 60_000)
child.on("exit", (code) => {
  clearTimeout(deadline)
  process.exitCode = isLate ? 1 : (code ?? 1)
})
