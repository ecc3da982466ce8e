/** Whether a Host header names the loopback. A foreign name that resolves to it (DNS rebinding) does not. Pure. */
export const isLoopbackHost = (host: string | undefined): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(URL.parse(`http://${host ?? ""}`)?.hostname ?? "")
