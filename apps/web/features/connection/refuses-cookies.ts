/**
 * Whether the browser reports that cookies are off. A browser may refuse them without reporting it; then the
 * gateway notices that its cookie is missing.
 */
export const refusesCookies = (): boolean =>
  "cookieEnabled" in navigator && !navigator.cookieEnabled
