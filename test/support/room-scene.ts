/**
 * Rooms with everything that belongs to them: the reference backend as a process of its own, a gateway before
 * it, and the computers of who watches. One for a file of tests.
 */
import { randomUUID } from "node:crypto"
import type { Command } from "@foldcast/contracts/commands/command"
import { Computer } from "./computers.ts"
import { removeDirectory, startGateway, type TestGateway } from "./gateway.ts"
import { TestBrowser } from "./member-browser.ts"
import { type ReferenceBackend, startReferenceBackend } from "./reference-backend.ts"
import { WebSocketReader } from "./stream-reader.ts"

const KEY = "room-scene-key-0123456789"

export interface RoomMember {
  readonly email: string
  readonly password: string
  readonly token: string
}

export class RoomScene {
  readonly backend: ReferenceBackend
  readonly logged: Array<string>
  #gateway: TestGateway
  readonly #environment: Readonly<Record<string, string>>
  readonly #readers: Array<WebSocketReader> = []

  private constructor(
    backend: ReferenceBackend,
    gateway: TestGateway,
    environment: Readonly<Record<string, string>>,
    logged: Array<string>,
  ) {
    this.backend = backend
    this.#gateway = gateway
    this.#environment = environment
    this.logged = logged
  }

  static async start(
    environment: Readonly<Record<string, string>> = {},
    backendEnvironment: Readonly<Record<string, string>> = {},
  ): Promise<RoomScene> {
    const backend = await startReferenceBackend(KEY, backendEnvironment)
    const all = { MEMBER_API_KEY: KEY, ...environment }
    const logged: Array<string> = []
    const gateway = await startGateway({ upstream: backend.url, environment: all, logged })
    return new RoomScene(backend, gateway, all, logged)
  }

  get gateway(): TestGateway {
    return this.#gateway
  }

  /** Ends the gateway and starts another one on what it left. */
  async restart(): Promise<void> {
    await this.#gateway.close()
    this.#gateway = await startGateway({
      upstream: this.backend.url,
      environment: this.#environment,
      dataDir: this.#gateway.dataDir,
      logged: this.logged,
    })
  }

  /** In free chat where nothing else is said. */
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

  /** Another tab of a browser, or the first of a new one. */
  async tab(browser = new TestBrowser(this.#gateway.url)): Promise<Computer> {
    const { visit } = await browser.page()
    return new Computer(browser, visit, await this.attach(browser, { visit }))
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

  async loggedIn({ email, password }: RoomMember): Promise<Computer> {
    const computer = await this.tab()
    await computer.ask({ _tag: "LogIn", email, password })
    return computer
  }

  /** Who watches this performer free, as a member or a guest. */
  async watching(performerId: string, member?: RoomMember): Promise<Computer> {
    const computer = member === undefined ? await this.tab() : await this.loggedIn(member)
    await computer.ask(join(performerId))
    return computer
  }

  async stop(): Promise<void> {
    for (const reader of this.#readers.splice(0)) reader.close()
    await this.#gateway.close()
    await this.backend.close()
    await removeDirectory(this.#gateway.dataDir)
  }
}

export const join = (performerId: string, mode: "free" | "chat" | "vip" = "free"): Command => ({
  _tag: "JoinRoom",
  performerId,
  mode,
})
