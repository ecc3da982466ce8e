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

export const NOT_IN_FIREFOX: Readonly<Record<string, Obstacle>> = {
  "account.test.ts: brings a log-in to a second tab over a new stream, and nothing stays there after a log-out it never heard of":
    SOCKET_FRAMES,
}
