/**
 * Debian's Firefox, driven by Playwright over WebDriver BiDi (ADR 0053): the one of FIREFOX_PATH, or the installed
 * one. Settings that Playwright cannot make in this Firefox are in its profile. Preferred motion and colours are
 * therefore the browser's own, and those of `PageOptions` are ignored.
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

/** A moving picture and a tone, allowed without a prompt. */
const CAMERA = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "media.autoplay.default": 0,
} as const

export const isFirefox = (browser: Browser | null): boolean =>
  browser?.browserType().name() === "firefox"

/** A mock sound device: without a device no AudioContext ever starts. */
const SOUND = {
  "media.cubeb.force_mock_context": true,
  "media.cubeb.sandbox": false,
} as const

/** Allows software authenticators (authenticator.ts). */
const AUTHENTICATORS = {
  "security.webauth.webauthn_enable_softtoken": true,
  "security.webauth.webauthn_enable_usbtoken": false,
} as const

/**
 * Script can be disabled only for the browser as a whole. Actions that wait for an animation frame, such as a click
 * that waits until its target stands still, then wait for ever.
 */
const WITHOUT_SCRIPT = { "javascript.enabled": false } as const

const marionettes = new WeakMap<Browser, Marionette>()

/** The Marionette connection of a Firefox that this module started. */
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
    // The bridge runs in the same Node.js as the tests.
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
 * Playwright sets a field's value and dispatches an event. React tracks values that scripts set, so it ignores that
 * event as a duplicate. `insertText` goes through the browser's own input path, as typing does.
 */
const TYPED = `Object.defineProperty(window, "__pw_bidiInsertText", {
  get: () => (text) => { document.execCommand("insertText", false, text) },
  set: () => {},
})`

/** For an Error on the console the protocol reports only its type, so its text is logged instead. */
const SAID = `{
  const say = console.error
  const textOf = (one) => one instanceof Error ? \`\${one.name}: \${one.message} \${one.cause ?? ""}\` : one
  console.error = (...told) => say(...told.map(textOf))
}`

const withoutScript = new WeakMap<Browser, Promise<Browser>>()

/** One script-less Firefox per browser, reused until that browser closes. */
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
