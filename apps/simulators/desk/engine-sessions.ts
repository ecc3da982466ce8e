/**
 * WHIP (RFC 9725) and WHEP (draft-ietf-wish-whep-04) for the desk's pages: their offers go to the media engine with
 * the backend's token, and the addresses that end the sessions are kept here.
 *
 * Invariants: neither the token nor a session's address at the engine leaves this process; only the desk that opened
 * a session ends it. The sessions of a desk and of all desks are bounded: the oldest ends for a new one, and it is one
 * of the same desk where that has reached its own bound.
 */
import { randomBytes } from "node:crypto"
import { offerAddress, sessionAddress } from "@foldcast/settings/engine-path"
import type { EngineConfig } from "../config.ts"

export interface OfferRequest {
  readonly side: "whip" | "whep"
  /** `live/42` */
  readonly path: string
  readonly token: string
  readonly offer: string
}

export type OfferResult =
  | { readonly _tag: "Opened"; readonly id: string; readonly sdp: string }
  | { readonly _tag: "Refused"; readonly status: number }
  /** It does not answer, or not as WHIP and WHEP do. */
  | { readonly _tag: "Unreachable" }

interface Session extends Pick<OfferRequest, "side"> {
  readonly desk: string
  /** The address at the engine whose DELETE ends it. */
  readonly resource: string
}

const TIMEOUT_MS = 10_000
const HEALTH_TIMEOUT_MS = 1_000
const MAX_SESSIONS = 64
/** Of one desk. It publishes one, and more for a moment after a reload; it watches its own and its viewers' cameras. */
const MAX_SESSIONS_OF_DESK = { whip: 4, whep: 12 } as const
const ID_BYTES = 24

export class DeskEngineSessions {
  readonly #engine: EngineConfig
  /** The oldest first. */
  readonly #sessions = new Map<string, Session>()

  constructor(engine: EngineConfig) {
    this.#engine = engine
  }

  /** Where a program publishes for this performer. */
  whipAddress(performerId: string): string {
    const { publicUrl, offersAt } = this.#engine
    return (
      offerAddress(publicUrl, offersAt.whip, `live/${encodeURIComponent(performerId)}`)?.href ?? ""
    )
  }

  async isReachable(): Promise<boolean> {
    try {
      const response = await fetch(new URL("/health/live", this.#engine.url), {
        signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
      })
      await response.body?.cancel()
      // Another engine may have no such path: any answer shows that it runs.
      return response.status < 500
    } catch {
      return false
    }
  }

  async open(desk: string, { side, path, token, offer }: OfferRequest): Promise<OfferResult> {
    const { url, offersAt } = this.#engine
    const address = offerAddress(url, offersAt[side], path)
    if (address === null) return { _tag: "Unreachable" }
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/sdp" },
        body: offer,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const sdp = await response.text()
      if (response.status !== 201) return { _tag: "Refused", status: response.status }
      const resource = sessionAddress(address, response.headers.get("Location"))
      if (resource === null) return { _tag: "Unreachable" }
      return { _tag: "Opened", id: this.#add({ desk, side, resource: resource.href }), sdp }
    } catch {
      return { _tag: "Unreachable" }
    }
  }

  /** False where this desk has no such session. */
  async end(desk: string, id: string): Promise<boolean> {
    const session = this.#sessions.get(id)
    if (session?.desk !== desk) return false
    await this.#end(id, session)
    return true
  }

  #add(session: Session): string {
    const surplus = this.#surplus(session)
    if (surplus !== undefined) void this.#end(...surplus)
    const id = randomBytes(ID_BYTES).toString("base64url")
    this.#sessions.set(id, session)
    return id
  }

  /** The session that has to end before another one like it begins. */
  #surplus({ desk, side }: Session): readonly [string, Session] | undefined {
    const all = [...this.#sessions]
    const own = all.filter(([, other]) => other.desk === desk && other.side === side)
    if (own.length >= MAX_SESSIONS_OF_DESK[side]) return own[0]
    return all.length >= MAX_SESSIONS ? all[0] : undefined
  }

  async #end(id: string, { resource }: Session): Promise<void> {
    this.#sessions.delete(id)
    try {
      const response = await fetch(resource, {
        method: "DELETE",
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
    } catch {
      // The engine ends a session by itself once nothing is sent.
    }
  }
}
