/**
 * The scene for tests of accounts: a scripted upstream with its members, a gateway in front of it, and the
 * visitors' browsers. Each test file makes one scene; each test makes new members.
 */
import { TestTabs } from "./test-tabs.ts"
import { removeDirectory, startGateway, type TestGateway } from "./gateway.ts"
import { type ScriptedMember, ScriptedUpstream } from "./scripted-upstream.ts"

type Environment = Readonly<Record<string, string>>

export class AccountScene {
  readonly upstream: ScriptedUpstream
  readonly tabs: TestTabs
  /** Suffix that makes names unique to a test. */
  turn = 1
  /** Warnings and errors of the gateway, one string per line. */
  readonly logged: Array<string>
  #gateway: TestGateway
  readonly #environment: Environment

  private constructor(
    upstream: ScriptedUpstream,
    gateway: TestGateway,
    { environment, logged }: { readonly environment: Environment; readonly logged: Array<string> },
  ) {
    this.upstream = upstream
    this.logged = logged
    this.#gateway = gateway
    this.#environment = environment
    this.tabs = new TestTabs(upstream, () => this.#gateway.url)
  }

  static async start(environment: Environment = {}): Promise<AccountScene> {
    const upstream = await ScriptedUpstream.start()
    const logged: Array<string> = []
    const gateway = await startGateway({ upstream: upstream.url, environment, logged })
    return new AccountScene(upstream, gateway, { environment, logged })
  }

  /** The gateway that listens now. */
  get gateway(): TestGateway {
    return this.#gateway
  }

  member(name: string, more: Partial<ScriptedMember> = {}): ScriptedMember {
    return this.upstream.addMember({
      id: `m-${name}-${this.turn}`,
      email: `${name}-${this.turn}@example.test`,
      password: "geheim1",
      username: `${name}${this.turn}`,
      credits: 120,
      ...more,
    })
  }

  /** Closes the gateway, runs `between` on the data it left, and starts a new gateway on the same data. */
  async restart(between: () => void | Promise<void>): Promise<void> {
    await this.#gateway.close()
    await between()
    this.#gateway = await startGateway({
      upstream: this.upstream.url,
      environment: this.#environment,
      dataDir: this.#gateway.dataDir,
      logged: this.logged,
    })
  }

  clear(): void {
    this.turn += 1
    this.tabs.close()
    this.upstream.clear()
    this.logged.length = 0
  }

  async stop(): Promise<void> {
    await this.#gateway.close()
    await this.upstream.close()
    await removeDirectory(this.#gateway.dataDir)
  }
}
