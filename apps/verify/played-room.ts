/** A scripted run in a room of a running chat service, whose course is read by the rules of a room's events. */
import type { Socket } from "socket.io-client"
import { CHAT_NAMESPACE } from "@foldcast/contracts/upstream/chat-socket"
import { shown } from "./matching.ts"
import { type Json, playedBy, PlayedRun } from "./played-run.ts"
import { type RoomStep, sequenceMismatches } from "./room-sequence.ts"
import type { Found } from "./verdict.ts"
import type { ProviderUnderTest } from "./verify-http.ts"

const dataOf = (told: Json): Json => (told["data"] ?? {}) as Json

export class PlayedRoom extends PlayedRun<RoomStep> {
  override async call(
    method: string,
    path: string,
    body: Json | null,
    token?: string,
  ): Promise<Json> {
    const answer = await super.call(method, path, body, token)
    const { session } = answer
    if (typeof session === "string") this.tell({ _tag: "Entered", session })
    return answer
  }

  async credits(token: string): Promise<number> {
    return Number((await this.call("GET", "/credits", null, token))["credits"])
  }

  listen(over: "lobby" | "session", handshake: string, value: string): Promise<Socket> {
    const door = { namespace: CHAT_NAMESPACE, handshake, value }
    return this.connect(door, (name, payload, from) => {
      this.tell({ _tag: "Told", over, name, payload })
      if (over === "session" && name === "keep-alive") from.emit("keep-alive", {})
    })
  }

  /** Waits for such an event, from that step on. */
  until(
    name: string,
    fits: (payload: Json) => boolean = () => true,
    { from = 0, expected = name }: { readonly from?: number; readonly expected?: string } = {},
  ): Promise<void> {
    return this.untilStep(
      expected,
      (step) => step._tag === "Told" && step.name === name && fits(step.payload),
      { path: "event", from },
    )
  }

  /** Waits for a paid-time event of that name with these data. */
  untilPaidTime(name: string, data: Json = {}, from = 0): Promise<void> {
    const isTold = (told: Json) =>
      told["name"] === name &&
      Object.entries(data).every(([key, value]) => dataOf(told)[key] === value)
    return this.until("custom", isTold, { from, expected: `${name} ${shown(data)}` })
  }
}

/** The run's faults: the mismatch that stopped it, then the broken rules of the course. */
export const playedIn = (
  provider: ProviderUnderTest,
  play: (room: PlayedRoom) => Promise<void>,
): Promise<Found> => playedBy(new PlayedRoom(provider), play, sequenceMismatches)
