/**
 * Which packages run a script during installation: that script runs on every machine that installs the
 * repository.
 */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"

interface Installed {
  readonly hasInstallScript?: boolean
  readonly link?: boolean
}

const { packages } = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
) as { readonly packages: Readonly<Record<string, Installed>> }

it("an installation runs no script but the one that fetches the pinned Node.js, whichever npm installs", () => {
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  expect(running.map(([path]) => path)).toEqual(["node_modules/node"])
})

it("an installation has an empty package in place of the one that reports each installation", () => {
  const reporters = Object.keys(packages).filter((path) => path.endsWith("/@scarf/scarf"))
  expect(reporters).toEqual(["node_modules/@scarf/scarf"])
  expect(packages["node_modules/@scarf/scarf"]).toMatchObject({ link: true })
})
