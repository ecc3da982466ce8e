/**
 * Builds the texts, the site, the packed processes and the desk's script; before tests only those with changed
 * sources.
 */
import { runCommand } from "../run-command.ts"
import {
  type Build,
  BUILDS,
  forgetBuild,
  isFresh,
  rememberBuild,
  sourcesFingerprint,
} from "./builds.ts"

/** Sources that change during the build make it stale, not wrong. */
const runBuild = async (root: string, build: Build): Promise<void> => {
  const fingerprint = sourcesFingerprint(root, build)
  forgetBuild(root, build)
  for (const script of build.scripts) {
    // In a test run it is "test", and such a build is not a production site.
    const { ok, output } = await runCommand("npm", ["run", "-s", script], {
      NODE_ENV: "production",
    })
    if (!ok) throw new Error(`npm run ${script} failed\n${output}`)
  }
  rememberBuild(root, build, fingerprint)
}

/** The texts with the site first, then the others in parallel: each build keeps about one core busy. */
const runBuilds = async (root: string, builds: ReadonlyArray<Build>): Promise<void> => {
  const [site, ...others] = BUILDS
  if (site !== undefined && builds.includes(site)) await runBuild(root, site)
  await Promise.all(
    others.filter((build) => builds.includes(build)).map((build) => runBuild(root, build)),
  )
}

export const buildAll = (root: string): Promise<void> => runBuilds(root, BUILDS)

export const buildStale = async (root: string): Promise<void> => {
  const stale = BUILDS.filter((build) => !isFresh(root, build))
  for (const { folder } of stale) {
    console.log(`${folder} is built from other sources: building it …`)
  }
  await runBuilds(root, stale)
}

export const setup = (): Promise<void> => buildStale(process.cwd())
