/**
 * Whether this browser says that it keeps no cookies. One that does not say so refuses none: where it does, the
 * gateway misses its own.
 */
export const refusesCookies = (): boolean =>
  "cookieEnabled" in navigator && !navigator.cookieEnabled
