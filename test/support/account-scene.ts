/**
 * What tests of accounts happen in: a scripted upstream with its members, a gateway before it, and the
 * computers of whoever visits. One for a file of tests; its members are new in each test.
 */
import { Computers } from "./computers.ts"
import { removeDirectory, startGateway, type TestGateway } from "./gateway.ts"
import { type ScriptedMember, ScriptedUpstream } from "./scripted-upstream.ts"

type Environment = Readonly<Record<string, string>>

export class AccountScene {
  readonly upstream: ScriptedUpstream
  readonly computers: Computers
  /** Names that no other test has end with it. */
  turn = 1
  /** Warnings and errors of the gateway, line by line. */
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
    this.computers = new Computers(upstream, () => this.#gateway.url)
  }

  static async start(environment: Environment = {}): Promise<AccountScene> {
    const upstream = await ScriptedUpstream.start()
    const logged: Array<string> = []
    const gateway = await startGateway({ upstream: upstream.url, environment, logged })
    return new AccountScene(upstream, gateway, { environment, logged })
  }

  /** The one that listens now. */
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

  /** Ends the gateway, lets something happen to what it left, and starts another one on that. */
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

  /** After each test. */
  clear(): void {
    this.turn += 1
    this.computers.close()
    this.upstream.clear()
    this.logged.length = 0
  }

  async stop(): Promise<void> {
    await this.#gateway.close()
    await this.upstream.close()
    await removeDirectory(this.#gateway.dataDir)
  }
}
