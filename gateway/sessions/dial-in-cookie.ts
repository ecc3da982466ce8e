/**
 * The dial-in cookie remembers that this browser's caller pays by phone, and in which state the call was heard last
 * (STORE-08). It proves nothing: the call itself is in the session. Strictly necessary, so it needs no
 * consent (ADR 0012). Pure.
 */
import { SESSION_LIFE_MS, type OpenCallState, type Session } from "./session-store.ts"

export const dialInCookieName = (production: boolean): string =>
  production ? "__Host-dial-in" : "dial-in"

/** Null takes it away. */
export const writeDialInCookie = (state: OpenCallState | null, production: boolean): string =>
  [
    `${dialInCookieName(production)}=${state ?? ""}`,
    "Path=/",
    `Max-Age=${state === null ? 0 : SESSION_LIFE_MS / 1_000}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(production ? ["Secure"] : []),
  ].join("; ")

/** What the cookie is to say now; undefined where it says so already. `said`: its value, undefined without one. */
export const dueDialInState = (
  { call }: Pick<Session, "call">,
  said: string | undefined,
): OpenCallState | null | undefined => {
  const state = call?.state ?? null
  return (said ?? null) === state ? undefined : state
}
