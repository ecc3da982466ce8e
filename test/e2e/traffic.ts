/** Where a secret appears: in a page's requests, and in the browser's storage. */
import type { Page, Request } from "playwright-core"

export interface Traffic {
  /** Every request with the text in its address, headers or body: method and path. */
  readonly mentions: (text: string) => Promise<ReadonlyArray<string>>
}

/** The request that opens a WebSocket: WebDriver BiDi reports it among the requests, Chromium does not. */
export const isHandshake = (request: Request): boolean =>
  "sec-websocket-version" in request.headers()

/** Fetches a page as a client that only reads does, such as a mail scanner: this has no effect. */
export const fetched = async (address: string): Promise<string> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${String(response.status)}`)
  return response.text()
}

const isMentionedIn = async (request: Request, text: string): Promise<boolean> => {
  const parts = [request.url(), request.postData() ?? ""]
  const headers = Object.values(await request.allHeaders())
  return [...parts, ...headers].some((part) => decodeURIComponent(part).includes(text))
}

export const watchTraffic = (page: Page): Traffic => {
  const requests: Array<Request> = []
  page.on("request", (request) => {
    requests.push(request)
  })
  return {
    mentions: async (text) => {
      const found: Array<string> = []
      for (const request of requests) {
        if (!(await isMentionedIn(request, text))) continue
        found.push(`${request.method()} ${new URL(request.url()).pathname}`)
      }
      return found
    },
  }
}

/** Places in the browser's storage that contain the text, including those that scripts cannot read. */
export const mentionsIn = async (page: Page, text: string): Promise<ReadonlyArray<string>> => {
  const kept = await page.evaluate<Record<string, string>>(`(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => url)))
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return {
      address: location.href,
      history: JSON.stringify(history.state),
      local: JSON.stringify({ ...localStorage }),
      session: JSON.stringify({ ...sessionStorage }),
      caches: JSON.stringify(caches_),
      databases: JSON.stringify(databases),
      window: String(JSON.stringify(window.__foldcastAction ?? null)),
    }
  })()`)
  const cookies = JSON.stringify(await page.context().cookies())
  return Object.entries({ ...kept, cookies })
    .filter(([, value]) => value.includes(text))
    .map(([place]) => place)
}
