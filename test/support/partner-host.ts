/** A partner host with answers that a test scripts, over real HTTP. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { HOUSE_CONFIGURATION } from "@foldcast/gateway/brand/house-brand"
import type { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"

export interface HostAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** A brand that differs visibly from the house brand. */
export const lumio = (changes: Partial<PartnerConfiguration> = {}): PartnerConfiguration => ({
  ...HOUSE_CONFIGURATION,
  id: "lumio",
  name: "Lumio",
  colours: {
    dark: { brand: { l: 0.74, c: 0.13, h: 200 }, onBrand: { l: 0.17, c: 0.02, h: 200 } },
    light: { brand: { l: 0.5, c: 0.09, h: 200 }, onBrand: { l: 0.99, c: 0.004, h: 200 } },
    surfaceHue: 220,
  },
  ...changes,
})

const NOT_FOUND: HostAnswer = { status: 404, body: "" }

export class ScriptedPartnerHost {
  /** Every requested path, in order. */
  readonly asked: Array<string> = []
  /** By path. `hang` never answers. */
  readonly answers = new Map<string, HostAnswer | "hang">()
  #waiters: Array<() => void> = []
  readonly #server = createServer((request, response) => {
    const path = request.url ?? ""
    this.asked.push(path)
    for (const wake of this.#waiters.splice(0)) wake()
    const answer = this.answers.get(path) ?? NOT_FOUND
    if (answer === "hang") return
    response.writeHead(answer.status ?? 200, {
      "Content-Type": "application/json",
      ...answer.headers,
    })
    response.end(answer.body)
  })

  static async start(): Promise<ScriptedPartnerHost> {
    const host = new ScriptedPartnerHost()
    await new Promise<void>((resolve) => host.#server.listen(0, "127.0.0.1", () => resolve()))
    return host
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  tell(configuration: unknown): void {
    this.answers.set("/common/configuration.json", { body: JSON.stringify(configuration) })
  }

  /** Waits until the configuration was requested that many times in total. */
  async askedTimes(count: number): Promise<void> {
    const times = () => this.asked.filter((path) => path === "/common/configuration.json").length
    while (times() < count) {
      await new Promise<void>((resolve) => {
        this.#waiters.push(resolve)
      })
    }
  }

  /**
   * Waits until the gateway has applied the current answer: it sends one request after another, so the second new
   * request proves that the first was processed.
   */
  async heard(): Promise<void> {
    const before = this.asked.filter((path) => path === "/common/configuration.json").length
    await this.askedTimes(before + 2)
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
    })
  }
}
