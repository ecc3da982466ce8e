/**
 * The kinds of tests, each a project of Vitest with its globs: `unit` needs nothing
 * but its own process; `servers` starts processes or databases; `screens` looks at the built site in a
 * browser; `contracts` writes and verifies the pacts; `e2e` boots the whole site as real processes, and
 * so does `security`, where nothing is ever tried twice.
 *
 * All run in one group, side by side: Vitest refuses projects of one group that ask for different numbers of
 * workers, and a group of its own waits for the others to end.
 */
import { matchesGlob } from "node:path"

const EXCLUDED = ["**/node_modules/**", "**/dist/**", "test/proof/**"]

const CONTRACTS = ["test/contracts/**/*.{test,pact}.ts"]
const SECURITY = ["test/security/**/*.test.ts", "test/e2e/capture.test.ts"]
const E2E = ["test/{e2e,engines,faults,media}/**/*.test.ts", "test/visual/snapshots.test.ts"]
const SCREENS = [
  "apps/web/**/*-screens.test.ts",
  "test/hands/*.test.ts",
  "test/support/browser.test.ts",
  "test/visual/{control,player,room}-states.test.ts",
]
const SERVERS = [
  "apps/backend/{db,favourites,ledger,provider-states,rest,sockets}/**/*.test.ts",
  "apps/backend/{main,steady-clock,mail/mail,members/accounts,members/changed-meanwhile,members/forgot-password,members/known-password,members/passwords,performers/performers}.test.ts",
  "apps/backend/chat/{chat,not-entered,paid-sessions,vip-holds}.test.ts",
  "apps/backend/payments/{payments,expire-forgotten,settle}.test.ts",
  "apps/backend/demo/performers/{demo-performers,held-world,living}.test.ts",
  "apps/foldcast/{capture,replay,verify}/**/*.test.ts",
  "apps/media/{main,media,unhandled-errors,engine/{bounded-checks,hostile,lost-packets,strangers,werift-engine}}.test.ts",
  "apps/foldcast/start/supervised-process.test.ts",
  "apps/web/{bundle-budget,features/profile/profile-budget,shell-pages,server-entry}.test.ts",
  "gateway/log/{data-lock,sqlite/sqlite-storage}.test.ts",
  "gateway/support/earlier-log.test.ts",
  "test/{database,desk,pages,simulation,stream}/**/*.test.ts",
  "tools/install-problem.test.ts",
  "tools/suite/test-projects.test.ts",
]

export const PROJECTS = {
  unit: {
    include: ["{apps,contracts,gateway,packages,test,tools}/**/*.test.{ts,tsx}"],
    exclude: [...CONTRACTS, ...E2E, ...SCREENS, ...SECURITY, ...SERVERS],
  },
  servers: { include: SERVERS, exclude: [] },
  screens: { include: SCREENS, exclude: [] },
  contracts: { include: CONTRACTS, exclude: [] },
  security: { include: SECURITY, exclude: [] },
  e2e: { include: E2E, exclude: SECURITY },
} as const satisfies Readonly<
  Record<
    string,
    { readonly include: ReadonlyArray<string>; readonly exclude: ReadonlyArray<string> }
  >
>

export type ProjectName = keyof typeof PROJECTS

const matches = (path: string, globs: ReadonlyArray<string>): boolean =>
  globs.some((glob) => matchesGlob(path, glob))

const NAMES = Object.keys(PROJECTS) as ReadonlyArray<ProjectName>

/** Which kind a test file is, by its path from the root; undefined for the long runs of test/proof. */
export const projectOf = (path: string): ProjectName | undefined =>
  NAMES.find((name) => {
    const { include, exclude } = filesOf(name)
    return matches(path, include) && !matches(path, exclude)
  })

export const filesOf = (name: ProjectName) => ({
  include: [...PROJECTS[name].include],
  exclude: [...EXCLUDED, ...PROJECTS[name].exclude],
})

/**
 * One for each core, two at least: a test of a page waits about as often as it works. Beyond eight the
 * worlds of `test/e2e`, a gigabyte each, would need more memory than such machines have.
 */
export const workersFor = (cores: number): number => Math.min(Math.max(cores, 2), 8)
