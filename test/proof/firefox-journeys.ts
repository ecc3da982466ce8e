/**
 * The journeys that cannot go through Firefox, each by its file and its title, with whose fault it is: of what drives
 * the browser, or of the browser. A fault of the site has no place here: it is mended. Caller: browsers.test.ts.
 */
export interface Obstacle {
  readonly whose: "harness" | "Firefox"
  readonly why: string
}

const DEVTOOLS: Obstacle = {
  whose: "harness",
  why: "Chromium's own protocol gives an authenticator that nobody holds, and ends a page as a crash does",
}
const REQUEST_BODIES: Obstacle = {
  whose: "harness",
  why: "Playwright hears no body of a request over WebDriver BiDi, so that an offer which it hands on comes empty",
}
const SOUND: Obstacle = {
  whose: "Firefox",
  why: "where a machine has no sound device no AudioContext ever begins, so that no tone is made or measured",
}
const CAMERA_COLOURS: Obstacle = {
  whose: "Firefox",
  why: "its made-up camera goes through all colours, so that a still of it is not known by its colour",
}

export const NOT_IN_FIREFOX: Readonly<Record<string, Obstacle>> = {
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
  "performer-pictures.test.ts: is seen and heard in her own room, as she is now, on a phone as on a wide screen":
    SOUND,
  "performer-pictures.test.ts: is seen by who has a line that lets no UDP through": REQUEST_BODIES,
  "performer-pictures.test.ts: is seen by who has a line that loses a tenth of everything":
    REQUEST_BODIES,
  "pictures.test.ts: from the desk's camera is a still in the list for who rests on her card, in free chat alone":
    CAMERA_COLOURS,
  "tabs.test.ts: has four of them, and seven tabs that work; who yields says so and goes on when looked at or when another is killed":
    DEVTOOLS,
}
