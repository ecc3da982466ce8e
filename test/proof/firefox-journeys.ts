/**
 * The journeys that cannot go through Firefox, each by its file and its title, with whose fault it is: of what drives
 * the browser, or of the browser. A fault of the site has no place here: it is mended. Caller: browsers.test.ts.
 */
export interface Obstacle {
  readonly whose: "harness" | "Firefox"
  readonly why: string
}

const AUTHENTICATOR: Obstacle = {
  whose: "harness",
  why: "only Chromium's own protocol gives a page an authenticator that nobody holds",
}
const CRASH: Obstacle = {
  whose: "harness",
  why: "only Chromium's own protocol ends a page as a crash does: one that is closed instead says that it goes",
}
const SOUND: Obstacle = {
  whose: "Firefox",
  why: "where a machine has no sound device no AudioContext ever begins, so that no tone is made or measured",
}
export const NOT_IN_FIREFOX: Readonly<Record<string, Obstacle>> = {
  "passkeys.test.ts: is asked for in place of the password before the address changes and the account ends":
    AUTHENTICATOR,
  "passkeys.test.ts: is good at the host where it was made, and at no other brand's": AUTHENTICATOR,
  "passkeys.test.ts: makes one in the settings and logs in with it, without a password, at 1280 in en":
    AUTHENTICATOR,
  "passkeys.test.ts: makes one in the settings and logs in with it, without a password, at 390 in nl":
    AUTHENTICATOR,
  "passkeys.test.ts: removes one with its own proof, and tells the member by mail": AUTHENTICATOR,
  "passkeys.test.ts: says so where it was not used, and goes on with the password": AUTHENTICATOR,
  "performer-pictures.test.ts: goes on for who watches when her page is loaded anew, and when it crashed":
    CRASH,
  "performer-pictures.test.ts: is seen and heard in her own room, as she is now, on a phone as on a wide screen":
    SOUND,
}
