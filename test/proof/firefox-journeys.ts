/**
 * The journeys that cannot pass in Firefox, each by its file and its title, with the cause: the browser's driver or
 * the browser. A fault of the site does not belong here: it is repaired.
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
  "performer-pictures.test.ts: goes on for her viewers when her page is reloaded, and when it crashed":
    CRASH,
}
