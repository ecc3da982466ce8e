/**
 * A gateway that starts on a disk without a free byte: it releases its reserved space, serves pages, says on
 * streams why nothing is stored, and reserves the space again once there is room. On a small disk of its own, which
 * needs Linux and permission to mount in a namespace (`unshare -rm`).
 */
import { execFile, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const mayMount = spawnSync("unshare", ["-rm", "true"]).status === 0

it.runIf(mayMount)("a gateway starts on a full disk and says so", async () => {
  const disk = mkdtempSync(join(tmpdir(), "full-disk-"))
  const fixture = fileURLToPath(new URL("full-disk.fixture.ts", import.meta.url))
  const { stdout } = await promisify(execFile)("unshare", ["-rm", process.execPath, fixture, disk])
  rmSync(disk, { recursive: true })
  const seen = JSON.parse(stdout) as Readonly<Record<string, unknown>>
  expect(seen).toMatchObject({ page: 200, ready: 200, ends: [0, 0, 0] })
  expect(seen["told"]).toContain('"code":4013')
})
