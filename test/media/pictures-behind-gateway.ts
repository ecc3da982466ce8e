/**
 * What is behind a gateway's address for watching: a real engine with the drawn loops, which can stop and start
 * again. The page never gets the engine's address.
 */
import { CODED_LOOP } from "@foldcast/media/loops/coded-loop.fixture"
import type { ScriptedPictures, WatchAnswer } from "@foldcast/web/screens/scripted-gateway.fixture"
import { type MediaWithHooks, startMediaWithHooks } from "@foldcast/media/running-media.fixture"

const TOKEN = "visitor"
const UNAVAILABLE: WatchAnswer = { status: 503 }

export class PicturesBehindGateway implements ScriptedPictures {
  #engine: MediaWithHooks | null = null
  readonly #resources = new Map<string, string>()
  /** The status of each answer to an offer, oldest first. */
  readonly answered: Array<number> = []
  /** Ids of the sessions that their page ended. */
  readonly ended: Array<string> = []
  /** Answers instead of the engine. */
  instead: WatchAnswer | null = null

  async start(): Promise<void> {
    this.#engine = await startMediaWithHooks()
    this.#engine.hooks.loops.set(TOKEN, CODED_LOOP)
  }

  async stop(): Promise<void> {
    await this.#engine?.close()
    this.#engine = null
    this.#resources.clear()
  }

  /** Clears the recorded answers and ends; sessions stay. */
  forget(): void {
    this.answered.length = 0
    this.ended.length = 0
    this.instead = null
  }

  async viewers(): Promise<number> {
    const text = await (await fetch(`${this.#engine?.url ?? ""}/metrics`)).text()
    return Number(/^\S*viewers\S* (\d+)$/mu.exec(text)?.[1])
  }

  /** Stops all packets to the viewers without a notice. */
  async cut(): Promise<void> {
    for (const { token, id } of this.#engine?.hooks.asked ?? []) {
      if (token !== TOKEN) continue
      await fetch(`${this.#engine?.url ?? ""}/v3/webrtcsessions/kick/${id}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${this.#engine?.adminKey ?? ""}` },
      })
    }
  }

  readonly watch: ScriptedPictures["watch"] = async ({ performerId, offer }) => {
    const answer = this.instead ?? (await this.#ask(performerId, offer))
    this.answered.push(answer.status)
    return answer
  }

  readonly end: ScriptedPictures["end"] = async (id) => {
    const resource = this.#resources.get(id)
    this.#resources.delete(id)
    if (resource === undefined) return false
    this.ended.push(id)
    return (await fetch(resource, { method: "DELETE" })).status === 200
  }

  async #ask(performerId: string, offer: string): Promise<WatchAnswer> {
    if (this.#engine === null) return UNAVAILABLE
    const address = `${this.#engine.url}/live/${performerId}/whep`
    const response = await fetch(address, {
      method: "POST",
      headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/sdp" },
      body: offer,
    })
    if (response.status !== 201) return { status: response.status }
    const id = `watching-${this.answered.length + 1}-${performance.now()}`
    this.#resources.set(id, new URL(response.headers.get("Location") ?? "", address).href)
    return {
      status: 201,
      headers: { "content-type": "application/sdp", location: `/api/watching/${id}` },
      body: await response.text(),
    }
  }
}
