/** A browser's HTTP side in a test: its cookie, its pages, its commands. */
import { randomUUID } from "node:crypto"
import type { Command } from "@foldcast/contracts/commands/command"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { cookiePair } from "./stream-reader.ts"

export interface PageFacts {
  readonly visit: string
  readonly epoch: string
  readonly events: ReadonlyArray<OpenEnvelope>
}

const FIRST_FACTS = /<script id="first-facts"[^>]*>(.*?)<\/script>/su

/** The visit id in a page's HTML; null if the page has none. */
export const visitIn = (html: string): string | null => {
  const json = FIRST_FACTS.exec(html)?.[1]
  return json === undefined ? null : (JSON.parse(json) as { readonly visit: string }).visit
}

export class TestBrowser {
  readonly url: string
  cookie: string | null = null
  userAgent: string | null = null

  constructor(url: string) {
    this.url = url
  }

  async page(path = "/"): Promise<PageFacts> {
    const response = await fetch(new URL(path, this.url), {
      headers: this.#headers(),
    })
    this.#take(response)
    return (await response.json()) as PageFacts
  }

  /** Sends a query; returns status and JSON body. */
  async get(path: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const response = await fetch(new URL(path, this.url), { headers: this.#headers() })
    this.#take(response)
    return { status: response.status, body: await response.json() }
  }

  #headers(): Record<string, string> {
    return {
      // No keep-alive: only the test decides which connections are open at the gateway.
      Connection: "close",
      ...(this.cookie !== null && { Cookie: this.cookie }),
      ...(this.userAgent !== null && { "User-Agent": this.userAgent }),
    }
  }

  async command(
    visit: string,
    command: Command,
    options: { readonly commandId?: string; readonly cookie?: string | null } = {},
  ): Promise<{
    readonly status: number
    readonly body: Record<string, unknown>
    readonly retryAfter: string | null
  }> {
    const cookie = options.cookie === undefined ? this.cookie : options.cookie
    const response = await fetch(new URL("/api/commands", this.url), {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Foldcast": "1",
        Origin: this.url,
        ...this.#headers(),
        Cookie: cookie ?? "",
      },
      body: JSON.stringify({ commandId: options.commandId ?? randomUUID(), visit, command }),
    })
    this.#take(response)
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      retryAfter: response.headers.get("retry-after"),
    }
  }

  /** Asks for what is no JSON. */
  async bytes(path: string): Promise<Response> {
    return fetch(new URL(path, this.url), { headers: this.#headers() })
  }

  /** Brings the picture of a message. */
  async picture(bytes: Uint8Array<ArrayBuffer>, type = "image/jpeg"): Promise<Response> {
    return fetch(new URL("/api/attachments", this.url), {
      method: "POST",
      headers: { "Content-Type": type, "X-Foldcast": "1", Origin: this.url, ...this.#headers() },
      body: bytes,
    })
  }

  #take(response: Response): void {
    const [header] = response.headers.getSetCookie().filter((cookie) => cookie.startsWith("auth="))
    this.cookie = cookiePair(header) ?? this.cookie
  }
}

/** Its visitor accepts what asks for consent. */
export const consent = (browser: TestBrowser): void => {
  browser.cookie = `${browser.cookie ?? ""}; consent=accepted`
}
