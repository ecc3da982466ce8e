/**
 * The visitors of a gateway: for each a browser, the visit of its page, and the stream it reads. For tests in which
 * several visitors send commands and compare the facts each one receives.
 */
import { randomUUID } from "node:crypto"
import { type Command, COMMAND_POLICIES } from "@foldcast/contracts/commands/command"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { TestBrowser } from "./member-browser.ts"
import type { ScriptedMember, ScriptedUpstream } from "./scripted-upstream.ts"
import { WebSocketReader } from "./stream-reader.ts"

export class TestTab {
  readonly browser: TestBrowser
  readonly visit: string
  readonly stream: WebSocketReader

  constructor(browser: TestBrowser, visit: string, stream: WebSocketReader) {
    this.browser = browser
    this.visit = visit
    this.stream = stream
  }

  /** Sends a command; returns the fact that ended it. */
  async ask(command: Command, commandId: string = randomUUID()): Promise<OpenEnvelope> {
    const { status } = await this.browser.command(this.visit, command, { commandId })
    if (status !== 202) throw new Error(`${command._tag} was not admitted: ${status}`)
    const ends: ReadonlyArray<string> = COMMAND_POLICIES[command._tag].outcomes
    const find = () =>
      this.stream.events.find(
        ({ cause, event }) => cause === commandId && ends.includes(event._tag),
      )
    await this.stream.until(() => find() !== undefined)
    return find() as OpenEnvelope
  }

  heard(tag: string): number {
    return this.stream.tags.filter((other) => other === tag).length
  }
}

export class TestTabs {
  readonly #upstream: ScriptedUpstream
  readonly #url: () => string
  readonly #readers: Array<WebSocketReader> = []

  /** `url` is called each time: a test may have started another gateway. */
  constructor(upstream: ScriptedUpstream, url: () => string) {
    this.#upstream = upstream
    this.#url = url
  }

  async guest(path = "/", userAgent: string | null = null): Promise<TestTab> {
    const browser = new TestBrowser(this.#url())
    browser.userAgent = userAgent
    return this.tab(browser, path)
  }

  async tab(browser: TestBrowser, path = "/"): Promise<TestTab> {
    const { visit } = await browser.page(path)
    return new TestTab(browser, visit, await this.attach(browser, { visit }))
  }

  async member(
    { id, email, password }: ScriptedMember,
    userAgent: string | null = null,
  ): Promise<TestTab> {
    const tab = await this.guest("/", userAgent)
    await tab.ask({ _tag: "LogIn", email, password })
    await this.#upstream.heard(id)
    return tab
  }

  /** The same browser, connected to the gateway that listens now. */
  reconnected(browser: TestBrowser): TestBrowser {
    const same = new TestBrowser(this.#url())
    same.cookie = browser.cookie
    return same
  }

  async attach(browser: TestBrowser, query: Readonly<Record<string, string>>) {
    const reader = new WebSocketReader({
      url: this.#url(),
      query: { tab: `tab-${this.#readers.length}`, ...query },
      cookie: browser.cookie,
    })
    this.#readers.push(reader)
    await reader.first("replayed")
    return reader
  }

  close(): void {
    for (const reader of this.#readers.splice(0)) reader.close()
  }
}
