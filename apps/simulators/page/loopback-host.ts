/** Whether a Host header is a name of this machine alone: another site's name that leads here is none. Pure. */
export const isLoopbackHost = (host: string | undefined): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(URL.parse(`http://${host ?? ""}`)?.hostname ?? "")
