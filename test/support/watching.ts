/** Watches a room over HTTP, as a page does. */
import { expect } from "vitest"
import type { TestTab } from "./test-tabs.ts"
import type { TestBrowser } from "./member-browser.ts"

export const OFFER = "v=0\r\no=- 42 1 IN IP4 127.0.0.1\r\ns=offer-of-a-page\r\n"

/** Short timeouts for a gateway, so that a silent service is given up soon. */
export const IMPATIENT = {
  MEDIA_ENGINE_TIMEOUT_MS: "200",
  PERFORMER_SERVICE_WRITE_TIMEOUT_MS: "500",
} as const

export type Headers = Readonly<Record<string, string | null>>

/** The page's headers, except those that a test replaces or leaves out (null). */
const headersOf = ({ url, cookie }: TestBrowser, type: string | null, other: Headers) => {
  const all: Headers = {
    Origin: new URL(url).origin,
    "X-Foldcast": "1",
    "Content-Type": type,
    Cookie: cookie,
    Connection: "close",
    ...other,
  }
  return Object.entries(all).filter((one): one is [string, string] => one[1] !== null)
}

export interface Posted {
  readonly visit?: string | null
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Headers
  /** Whether the request is part of joining that room. */
  readonly isJoining?: boolean
  readonly signal?: AbortSignal
}

export const watch = (tab: TestTab, performerId: string, posted: Posted = {}) => {
  const { browser } = tab
  const { visit = tab.visit, body = OFFER, headers = {}, isJoining = false, signal } = posted
  const query = new URLSearchParams({
    ...(visit !== null && { visit }),
    ...(isJoining && { joining: "1" }),
  })
  return fetch(`${browser.url}/api/rooms/${performerId}/watch?${String(query)}`, {
    method: "POST",
    headers: headersOf(browser, "application/sdp", headers),
    body,
    ...(signal !== undefined && { signal }),
  })
}

export const end = (
  { browser }: Pick<TestTab, "browser">,
  location: string,
  headers: Headers = {},
) =>
  fetch(new URL(location, browser.url), {
    method: "DELETE",
    headers: headersOf(browser, null, headers),
  })

export const refused = async (response: Response) => {
  expect(response.headers.get("content-type")).toBe("application/problem+json")
  expect(response.headers.get("cache-control")).toBe("no-store")
  const { label } = (await response.json()) as { readonly label: string }
  return [response.status, label]
}
