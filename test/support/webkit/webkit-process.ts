/**
 * WebKitGTK from Debian's package `webkit2gtk-driver`: MiniBrowser, the driver that speaks W3C WebDriver, and a
 * virtual screen. A person is one driver with one browser; both end with the worker that started them, however it
 * ends.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver"
import { freePort } from "@foldcast/foldcast/start/ports"

const LIBRARIES = "/usr/lib"
/** GTK 3 before GTK 4: windows of GTK 4 do not report their size to the driver. */
const VERSIONS = ["webkit2gtk-4.1", "webkit2gtk-4.0"]

const onPath = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(":")
    .concat("/usr/bin")
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

const miniBrowser = (): string | undefined =>
  (existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [])
    .flatMap((machine) => VERSIONS.map((version) => join(LIBRARIES, machine, version)))
    .map((folder) => join(folder, "MiniBrowser"))
    .find((path) => existsSync(path))

interface Programs {
  readonly driver: string
  readonly browser: string
  readonly screen: string
  /** A program that ends a process together with its parent. */
  readonly leash: string
}

/** The required programs, or the name of a missing one. */
export const webKitPrograms = (): Programs | { readonly missing: string } => {
  const driver = onPath("WebKitWebDriver")
  const browser = miniBrowser()
  const screen = onPath("Xvfb")
  const leash = onPath("setpriv")
  if (driver === undefined) return { missing: "webkit2gtk-driver is not installed" }
  if (browser === undefined) return { missing: "libwebkit2gtk-4.1-0 is not installed" }
  if (screen === undefined) return { missing: "xvfb is not installed" }
  if (leash === undefined) return { missing: "setpriv is not installed" }
  return { driver, browser, screen, leash }
}

const installed = (): Programs => {
  const programs = webKitPrograms()
  if ("missing" in programs) throw new Error(programs.missing)
  return programs
}

const onLeash = (
  { leash }: Programs,
  command: ReadonlyArray<string>,
  options: Parameters<typeof spawn>[2],
): ChildProcess => spawn(leash, ["--pdeathsig", "KILL", ...command], options)

const firstLine = (from: Readable): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ""
    from.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes("\n")) resolve(text.trim())
    })
    from.once("end", () => reject(new Error("the screen ended at its start")))
  })

let screen: Promise<string> | undefined

/** One screen per worker; the server chooses a free number and reports it. */
const openScreen = async (programs: Programs): Promise<string> => {
  const server = onLeash(
    programs,
    [programs.screen, "-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  )
  server.unref()
  const told = server.stdio[3] as Readable & { readonly unref: () => void }
  const number = await firstLine(told)
  told.unref()
  return `:${number}`
}

export interface WebKitProcess {
  readonly driver: WebDriver
  readonly close: () => Promise<void>
}

const SESSION_TRIES = 100

/** The driver has no ready signal, so the first answered request counts as ready. */
const firstSession = async (url: string, binary: string): Promise<WebDriver> => {
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    // A picture that moves from page to page ends this browser now and then where it has no graphics card.
    "webkitgtk:browserOptions": { binary, args: ["--automation", "--features=!ViewTransitions"] },
  })
  for (let tries = 1; ; tries++) {
    const answers = await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) return new Builder().usingServer(url).withCapabilities(capabilities).build()
    if (tries === SESSION_TRIES) throw new Error("WebKitWebDriver does not answer")
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const startWebKit = async (): Promise<WebKitProcess> => {
  const programs = installed()
  screen ??= openScreen(programs)
  const port = await freePort("127.0.0.1")
  const server = onLeash(programs, [programs.driver, `--port=${String(port)}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: await screen,
      // No accessibility bus, and no graphics card.
      NO_AT_BRIDGE: "1",
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    },
  })
  const ended = new Promise<void>((resolve) => {
    server.once("exit", () => resolve())
  })
  try {
    const driver = await firstSession(`http://127.0.0.1:${String(port)}`, programs.browser)
    return {
      driver,
      close: async () => {
        await driver.quit()
        server.kill()
        await ended
      },
    }
  } catch (error) {
    server.kill()
    throw error
  }
}
