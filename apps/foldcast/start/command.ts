/**
 * `foldcast start`: the whole site with one command, as a production build. `foldcast dev`: the same in watch
 * mode with hot reload. Ctrl-C and SIGTERM end both with all their processes.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Command } from "commander"
import { DEMO_EMAIL, DEMO_PASSWORD } from "@foldcast/backend/demo/demo-member"
import { restrictNewFilesToOwner } from "@foldcast/gateway/log/owner-only"
import { outliveUncaughtErrors } from "@foldcast/settings/uncaught-errors"
import { Failure } from "../failure.ts"
import { hasDemoPartner } from "./addresses.ts"
import { needsBackend, PACKED, PACKED_DESK } from "./plans.ts"
import { launch, ROOT, type Site } from "./launch.ts"
import type { ProcessEvents } from "./supervised-process.ts"
import { watchSources } from "./watch.ts"

const BUILT = ["apps/web/dist/server", ...Object.values(PACKED), PACKED_DESK].map((path) =>
  join(ROOT, path),
)

const say = (line: string) => process.stdout.write(`${line}\n`)
const warn = (line: string) => process.stderr.write(`${line}\n`)

const events = (development: boolean): ProcessEvents => ({
  crashed: (name, how, againInMs) => {
    const next = againInMs === null ? "" : ` It starts again in ${againInMs} ms.`
    warn(`${name}: ended ${how}.${next}`)
  },
  restarted: (name) => warn(`${name}: runs again.`),
  line: (name, line) => {
    if (development) say(`${name.padEnd(10)} ${line}`)
  },
})

const opening = ({ urls, config }: Site, development: boolean): ReadonlyArray<string> => [
  "",
  `  Foldcast runs${development ? " in watch mode" : ""}. Ctrl-C ends it.`,
  "",
  `  site          ${urls.site}`,
  ...(config.production || !needsBackend(config) || !hasDemoPartner(process.env)
    ? []
    : [`  partner       ${urls.partner}  (the same site, another brand)`]),
  ...(config.performerServiceUrl === null ? [] : [`  performers    ${config.performerServiceUrl}`]),
  ...(config.memberApiUrl === null
    ? [
        `  bank          ${urls.bank}${config.bankUrl === null ? "  (simulated: pay, cancel, fail as you like)" : ""}`,
      ]
    : [`  member API    ${config.memberApiUrl}`]),
  ...(urls.mailbox === null ? [] : [`  mailbox       ${urls.mailbox}  (every mail arrives here)`]),
  ...(urls.phone === null ? [] : [`  phone         ${urls.phone}  (call a number to pay with it)`]),
  ...(urls.desk === null
    ? []
    : [`  desk          ${urls.desk}  (act for a performer: read the room, answer, accept VIP)`]),
  ...(config.production || config.memberApiUrl !== null
    ? []
    : [`  demo member   ${DEMO_EMAIL}, password ${DEMO_PASSWORD}`]),
  `  data          ${config.dataDir}  (logs/, secrets.json)`,
  "",
]

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => resolve())
  })

const run = async (development: boolean): Promise<void> => {
  if (!development && !BUILT.every((path) => existsSync(path))) {
    throw new Failure("The site is not built yet: run npm start, or npm run build first.")
  }
  restrictNewFilesToOwner()
  // If the reader of the output leaves, or its disk is full, the site continues.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined)
  // Listens before the start, so that Ctrl-C during the start ends it too.
  const stopped = stopSignal()
  const launching = launch({
    environment: process.env,
    development,
    restart: true,
    events: events(development),
  })
  const first = await Promise.race([launching, stopped])
  if (first === undefined) {
    say("  ending before it began …")
    const site = await launching
    await site.stop()
    return
  }
  // Every other process ends with this one, so it must survive uncaught errors.
  outliveUncaughtErrors({
    counted: () => undefined,
    told: ({ name, code, at }) =>
      process.stderr.write(
        `  an error that nobody caught: ${[code ?? name, ...at].join("\n    ")}\n`,
      ),
  })
  for (const line of opening(first, development)) say(line)
  const stopWatching = development ? watchSources(ROOT, first, say) : undefined
  await stopped
  stopWatching?.()
  say("  ending …")
  await first.stop()
  say("  ended")
}

export const register = (program: Command): void => {
  program
    .command("start")
    .description(
      "start the site: gateway, and the backend and outside parties that nobody else runs",
    )
    .action(() => run(false))
  program
    .command("dev")
    .description("start the site in watch mode with hot reload")
    .action(() => run(true))
}
