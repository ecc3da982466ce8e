/**
 * The journeys that cannot go through Firefox, each by its file and its title, with whose fault it is: of what
 * drives the browser, or of the browser. A fault of the site has no place here: it is mended.
 */
export interface Obstacle {
  readonly whose: "harness" | "Firefox"
  readonly why: string
}

const CRASH: Obstacle = {
  whose: "harness",
  why: "only Chromium's own protocol ends a page as a crash does: one that is closed instead says that it goes",
}
export const NOT_IN_FIREFOX: Readonly<Record<string, Obstacle>> = {
  "performer-pictures.test.ts: goes on for who watches when her page is loaded anew, and when it crashed":
    CRASH,
}
