/**
 * Builds the texts and the site, and before the tests that look at the site does so where its sources
 * have changed since. Callers: tools/build-site.ts, tools/quick.ts, vitest.config.ts.
 */
import { runCommand } from "../run-command.ts"
import { forgetBuild, isFresh, rememberBuild, sourcesFingerprint } from "./built-site.ts"

/** Sources that change meanwhile make the site stale, not wrong. */
export const buildSite = async (root: string): Promise<void> => {
  const fingerprint = sourcesFingerprint(root)
  forgetBuild(root)
  for (const script of ["build:messages", "build:web"]) {
    // Within a run of tests it is "test", and what comes of that is no site.
    const { ok, output } = await runCommand("npm", ["run", "-s", script], {
      NODE_ENV: "production",
    })
    if (!ok) throw new Error(`npm run ${script} failed\n${output}`)
  }
  rememberBuild(root, fingerprint)
}

export const setup = async (): Promise<void> => {
  const root = process.cwd()
  if (isFresh(root)) return
  console.log("The site's sources are others than its build's: building it …")
  await buildSite(root)
}
