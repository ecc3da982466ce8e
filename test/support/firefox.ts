/**
 * Debian's Firefox, driven by Playwright over WebDriver BiDi (ADR 0053): the one of FIREFOX_PATH, or the installed
 * one. What Playwright cannot ask this Firefox for stands in its profile: the motion and the colours that people
 * prefer are the browser's, and those of `PageOptions` are not looked at.
 */
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  firefox,
} from "playwright-core"
import { freePort } from "@foldcast/foldcast/start/ports"
import { Marionette } from "./marionette.ts"

export const FIREFOX_PATH: string | undefined =
  process.env["FIREFOX_PATH"] ??
  ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path))

const BRIDGE = fileURLToPath(new URL("firefox-bridge.ts", import.meta.url))

const PREFERRED = {
  "ui.prefersReducedMotion": 1,
  // Light.
  "layout.css.prefers-color-scheme.content-override": 1,
} as const

/** A moving picture and a tone, and nobody who has to allow them. */
const CAMERA = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "media.autoplay.default": 0,
} as const

export const isFirefox = (browser: Browser | null): boolean =>
  browser?.browserType().name() === "firefox"

/** What is heard where a machine has no sound device: without one no AudioContext ever begins. */
const SOUND = {
  "media.cubeb.force_mock_context": true,
  "media.cubeb.sandbox": false,
} as const

/** Authenticators that nobody holds, where any is added (authenticator.ts). */
const AUTHENTICATORS = {
  "security.webauth.webauthn_enable_softtoken": true,
  "security.webauth.webauthn_enable_usbtoken": false,
} as const

/**
 * Only a browser as a whole can be without script. What waits for a frame of its page (a click that waits until its
 * target stands still) waits for ever there.
 */
const WITHOUT_SCRIPT = { "javascript.enabled": false } as const

const marionettes = new WeakMap<Browser, Marionette>()

/** Firefox's other protocol, where it was started here. */
export const marionetteOf = (browser: Browser | null): Marionette => {
  const known = browser === null ? undefined : marionettes.get(browser)
  if (known === undefined) throw new Error("no Firefox that was started here")
  return known
}

export const openFirefox = async ({
  hasCamera = false,
  hasScript = true,
} = {}): Promise<Browser> => {
  if (FIREFOX_PATH === undefined)
    throw new Error("Firefox is not installed: FIREFOX_PATH names one")
  const port = await freePort("127.0.0.1")
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: BRIDGE,
    headless: true,
    args: ["--marionette"],
    firefoxUserPrefs: {
      ...PREFERRED,
      ...SOUND,
      ...AUTHENTICATORS,
      "marionette.port": port,
      ...(hasCamera && CAMERA),
      ...(!hasScript && WITHOUT_SCRIPT),
    },
    // The bridge runs in the Node.js that runs the tests.
    env: {
      ...process.env,
      FIREFOX_PATH,
      PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    },
  })
  const marionette = new Marionette(port)
  marionettes.set(browser, marionette)
  browser.once("disconnected", () => marionette.close())
  return browser
}

/**
 * Playwright's own way writes a field's value and tells of it; React, which hears of each value that a script writes,
 * takes the telling for an echo. This is the browser's own way, as though it was typed.
 */
const TYPED = `Object.defineProperty(window, "__pw_bidiInsertText", {
  get: () => (text) => { document.execCommand("insertText", false, text) },
  set: () => {},
})`

/** Of an error on the console no more is told than that it was one: so its text is said instead. */
const SAID = `{
  const say = console.error
  const textOf = (one) => one instanceof Error ? \`\${one.name}: \${one.message} \${one.cause ?? ""}\` : one
  console.error = (...told) => say(...told.map(textOf))
}`

const withoutScript = new WeakMap<Browser, Promise<Browser>>()

/** One beside each that is asked for it, as long as that one is there. */
const besideWithoutScript = (browser: Browser): Promise<Browser> => {
  const known = withoutScript.get(browser)
  if (known !== undefined) return known
  const opened = openFirefox({ hasScript: false })
  withoutScript.set(browser, opened)
  browser.once("disconnected", () => void opened.then((one) => one.close()))
  return opened
}

export const openFirefoxContext = async (
  browser: Browser,
  { javaScriptEnabled = true, ...options }: BrowserContextOptions,
): Promise<BrowserContext> => {
  const preferred = { ...options, reducedMotion: null, colorScheme: null } as const
  if (!javaScriptEnabled) return (await besideWithoutScript(browser)).newContext(preferred)
  const context = await browser.newContext(preferred)
  await context.addInitScript(TYPED)
  await context.addInitScript(SAID)
  return context
}
