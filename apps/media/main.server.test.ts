import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { join } from "node:path"
import { expect, it } from "vitest"

const start = (environment: Readonly<Record<string, string>>) =>
  spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: { MEDIA_PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  })

it("the media engine prints one line with its address, and ends when it is told to", async () => {
  const child = start({})
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string]
  const ready = JSON.parse(line) as { readonly ready: boolean; readonly url: string }
  expect(ready).toEqual({
    ready: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/u) as string,
  })
  expect((await fetch(`${ready.url}/health/ready`)).status).toBe(200)
  child.kill("SIGTERM")
  expect(await once(child, "exit")).toEqual([0, null])
})

it("the media engine refuses to start in production without its keys, and prints none", async () => {
  const child = start({ FOLDCAST_ENV: "production", MEDIA_ADMIN_KEY: "too-short" })
  const lines: Array<string> = []
  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line))
  expect(await once(child, "close")).toEqual([1, null])
  expect(lines.join("\n")).toContain("MEDIA_AUTH_KEY must be set in production")
  expect(lines.join("\n")).not.toContain("too-short")
})
