/**
 * Builds the texts, the site and the gateway's process; before tests that look at them only what was built from
 * other sources.
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

/** Sources that change meanwhile make the build stale, not wrong. */
const runBuild = async (root: string, build: Build): Promise<void> => {
  const fingerprint = sourcesFingerprint(root, build)
  forgetBuild(root, build)
  for (const script of build.scripts) {
    // Within a run of tests it is "test", and what comes of that is no site.
    const { ok, output } = await runCommand("npm", ["run", "-s", script], {
      NODE_ENV: "production",
    })
    if (!ok) throw new Error(`npm run ${script} failed\n${output}`)
  }
  rememberBuild(root, build, fingerprint)
}

export const buildAll = async (root: string): Promise<void> => {
  for (const build of BUILDS) await runBuild(root, build)
}

export const buildStale = async (root: string): Promise<void> => {
  for (const build of BUILDS.filter((each) => !isFresh(root, each))) {
    console.log(`${build.folder} is built from other sources: building it …`)
    await runBuild(root, build)
  }
}

export const setup = (): Promise<void> => buildStale(process.cwd())
