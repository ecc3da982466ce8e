/**
 * A guest's seat in a room, taken at the chat service as a gateway does it: a page that calls the media engine
 * directly needs one.
 */
import { randomUUID } from "node:crypto"
import { io, type Socket } from "socket.io-client"
import type { MediaGrantAnswer } from "@foldcast/contracts/upstream/chat-service"
import type { World } from "../../support/world.ts"

export class Seat {
  readonly #world: World
  readonly #socket: Socket
  #auth = ""

  private constructor(world: World, socket: Socket) {
    this.#world = world
    this.#socket = socket
  }

  static async take(world: World, performerId: string): Promise<Seat> {
    const socket = io(`${world.urls.backend}/chat`, {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
      auth: { key: world.memberApiKey, lobby: performerId },
    })
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve)
      socket.once("connect_error", reject)
    })
    const seat = new Seat(world, socket)
    const place = { lobby: performerId, connection: socket.id, viewer: randomUUID() }
    seat.#auth = (await seat.#call<{ readonly auth: string }>("PUT", "set-lobby", place)).auth
    return seat
  }

  /** The token for the engine: valid for one connection and a short time. */
  watch(): Promise<MediaGrantAnswer> {
    return this.#call<MediaGrantAnswer>("POST", "watch", { auth: this.#auth })
  }

  leave(): void {
    this.#socket.disconnect()
  }

  async #call<A>(method: string, call: string, body: object): Promise<A> {
    const response = await fetch(`${this.#world.urls.backend}/chat/${call}`, {
      method,
      headers: { "Content-Type": "application/json", "X-Api-Key": this.#world.memberApiKey },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${call} answered ${String(response.status)}`)
    return (await response.json()) as A
  }
}
