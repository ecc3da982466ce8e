/**
 * Rooms with everything they need: the reference backend as a process of its own, a gateway in front of it, and the
 * viewers' browsers. Each test file makes one.
 */
import { randomUUID } from "node:crypto"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { startGatewayProcess } from "../faults/gateway-process.ts"
import { TestTab } from "./test-tabs.ts"
import { removeDirectory, startGateway, type TestGateway } from "./gateway.ts"
import { TestBrowser } from "./member-browser.ts"
import { type ReferenceBackend, startReferenceBackend } from "./reference-backend.ts"
import { WebSocketReader } from "./stream-reader.ts"

export interface RoomSceneOptions {
  /** Settings of the gateway. */
  readonly environment?: Readonly<Record<string, string>>
  readonly backendEnvironment?: Readonly<Record<string, string>>
  /** Another backend instead of the reference backend's own process. */
  readonly backend?: ReferenceBackend | null
  /** Address of its chat socket, from the address of the service. */
  readonly chatSocketUrl?: ((backend: string) => Promise<string>) | null
  /** The gateway is a process of its own, and `restart` kills it; `logged` stays empty. */
  readonly isKilled?: boolean
}

type SceneGateway = Pick<TestGateway, "url" | "dataDir" | "close">

const KEY = "room-scene-key-0123456789"

export interface RoomMember {
  readonly email: string
  readonly password: string
  readonly token: string
}

export class RoomScene {
  readonly backend: ReferenceBackend
  readonly logged: Array<string>
  #gateway: SceneGateway
  /** Uses that data directory, if given. */
  readonly #startGateway: (dataDir?: string) => Promise<SceneGateway>
  readonly #readers: Array<WebSocketReader> = []

  private constructor(
    backend: ReferenceBackend,
    gateway: SceneGateway,
    startAnother: (dataDir?: string) => Promise<SceneGateway>,
    logged: Array<string>,
  ) {
    this.backend = backend
    this.#gateway = gateway
    this.#startGateway = startAnother
    this.logged = logged
  }

  static async start({
    environment = {},
    backendEnvironment = {},
    backend: given = null,
    chatSocketUrl = null,
    isKilled = false,
  }: RoomSceneOptions = {}): Promise<RoomScene> {
    const backend = given ?? (await startReferenceBackend(KEY, backendEnvironment))
    const all = {
      MEMBER_API_KEY: KEY,
      ...environment,
      ...(chatSocketUrl !== null && { CHAT_SOCKET_URL: await chatSocketUrl(backend.url) }),
    }
    const logged: Array<string> = []
    const upstream = backend.url
    const start = async (dataDir?: string): Promise<SceneGateway> => {
      if (!isKilled) {
        const before = dataDir === undefined ? {} : { dataDir }
        return startGateway({ upstream, environment: all, logged, ...before })
      }
      const { url, dataDir: own, kill } = await startGatewayProcess(upstream, all, dataDir)
      return { url, dataDir: own, close: kill }
    }
    return new RoomScene(backend, await start(), start, logged)
  }

  get gateway(): SceneGateway {
    return this.#gateway
  }

  /** Closes the gateway and starts another on its data. */
  async restart(): Promise<void> {
    await this.#gateway.close()
    this.#gateway = await this.#startGateway(this.#gateway.dataDir)
  }

  /** Default: in free chat. */
  async performer(onlineStatus = 3): Promise<string> {
    const { performerId } = await this.backend.enter("a performer", { onlineStatus })
    return String(performerId)
  }

  async member(credits: number): Promise<RoomMember> {
    return (await this.backend.enter("a logged-in member", { credits })) as unknown as RoomMember
  }

  acts(performerId: string, act: string, message?: string) {
    return this.backend.enter("a performer's act", {
      performerId,
      act,
      ...(message !== undefined && { message }),
    })
  }

  /** Another tab of the browser; default: the first tab of a new browser. */
  async tab(browser = new TestBrowser(this.#gateway.url)): Promise<TestTab> {
    const { visit } = await browser.page()
    return new TestTab(browser, visit, await this.attach(browser, { visit }))
  }

  async attach(browser: TestBrowser, query: Readonly<Record<string, string>>) {
    const reader = new WebSocketReader({
      url: this.#gateway.url,
      query: { tab: `tab-${randomUUID()}`, ...query },
      cookie: browser.cookie,
    })
    this.#readers.push(reader)
    await reader.first("replayed")
    return reader
  }

  async loggedIn({ email, password }: RoomMember): Promise<TestTab> {
    const browserTab = await this.tab()
    await browserTab.ask({ _tag: "LogIn", email, password })
    return browserTab
  }

  /** The same browser, connected to the gateway that listens now. */
  reconnected(browser: TestBrowser): TestBrowser {
    const same = new TestBrowser(this.#gateway.url)
    same.cookie = browser.cookie
    return same
  }

  /** The same tab, reattached to the gateway that listens now. */
  async back(browserTab: TestTab): Promise<TestTab> {
    const { visit, stream } = browserTab
    const same = this.reconnected(browserTab.browser)
    const { epoch } = await stream.first("hello")
    const seq = String(stream.positions.at(-1) ?? 0)
    return new TestTab(same, visit, await this.attach(same, { visit, epoch, seq }))
  }

  /** Calls the chat service directly, not through the gateway. */
  async call(method: string, path: string, token: string, body: unknown) {
    const response = await fetch(`${this.backend.url}${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        "X-Api-Key": KEY,
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
    })
    return response.status
  }

  /** Value of one of the gateway's metrics. */
  async level(name: string): Promise<number> {
    const text = await (await fetch(`${this.#gateway.url}/metrics`)).text()
    return Number(new RegExp(`^foldcast_${name} (\\S+)`, "mu").exec(text)?.[1])
  }

  /** A tab that watches this performer in free chat, as a member or a guest. */
  async watching(performerId: string, member?: RoomMember): Promise<TestTab> {
    const browserTab = member === undefined ? await this.tab() : await this.loggedIn(member)
    await browserTab.ask(join(performerId))
    return browserTab
  }

  async stop(): Promise<void> {
    for (const reader of this.#readers.splice(0)) reader.close()
    await this.#gateway.close()
    await this.backend.close()
    await removeDirectory(this.#gateway.dataDir)
  }
}

/** From now on, answers the gateway's pings as a browser does. */
export const answerPings = ({ stream }: TestTab): void => {
  let answered = 0
  void stream.until(() => {
    const pings = stream.frames.filter(({ k }) => k === "ping")
    for (; answered < pings.length; answered += 1) {
      const ping = pings[answered]
      if (ping?.k === "ping") stream.send({ k: "pong", seq: ping.seq })
    }
    return false
  })
}

export const join = (
  performerId: string,
  mode: "free" | "chat" | "vip" = "free",
): CommandOf<"JoinRoom"> => ({
  _tag: "JoinRoom",
  performerId,
  mode,
})
