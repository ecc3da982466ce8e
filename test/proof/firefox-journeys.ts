/**
 * The journeys that cannot go through Firefox, each by its file and its title, with whose fault it is: of what drives
 * the browser, or of the browser. A fault of the site has no place here: it is mended. Caller: browsers.test.ts.
 */
export interface Obstacle {
  readonly whose: "harness" | "Firefox"
  readonly why: string
}

const SOCKET_FRAMES: Obstacle = {
  whose: "harness",
  why: "WebDriver BiDi tells nothing of what comes over a WebSocket",
}
const DEVTOOLS: Obstacle = {
  whose: "harness",
  why: "Chromium's own protocol gives an authenticator that nobody holds, and ends a page as a crash does",
}
const WITHOUT_SCRIPT: Obstacle = {
  whose: "harness",
  why: "Playwright does not switch script off over WebDriver BiDi",
}

export const NOT_IN_FIREFOX: Readonly<Record<string, Obstacle>> = {
  "account.test.ts: brings a log-in to a second tab over a new stream, and nothing stays there after a log-out it never heard of":
    SOCKET_FRAMES,
  "pages.test.ts: reads and leads on without a script: nl": WITHOUT_SCRIPT,
  "passkeys.test.ts: is asked for in place of the password before the address changes and the account ends":
    DEVTOOLS,
  "passkeys.test.ts: is good at the host where it was made, and at no other brand's": DEVTOOLS,
  "passkeys.test.ts: makes one in the settings and logs in with it, without a password, at 1280 in en":
    DEVTOOLS,
  "passkeys.test.ts: makes one in the settings and logs in with it, without a password, at 390 in nl":
    DEVTOOLS,
  "passkeys.test.ts: removes one with its own proof, and tells the member by mail": DEVTOOLS,
  "passkeys.test.ts: says so where it was not used, and goes on with the password": DEVTOOLS,
  "performer-pictures.test.ts: goes on for who watches when her page is loaded anew, and when it crashed":
    DEVTOOLS,
}
