/**
 * WHIP (RFC 9725) and WHEP (draft-ietf-wish-whep-04) for the desk's pages: their offers go to the media engine with
 * the backend's token, and what ends a session stays here. Callers: camera-routes.ts, routes.ts.
 *
 * Invariants: neither token nor the engine's address of a session leaves this process; a session is ended by the
 * desk that opened it; so many are kept at most, and the oldest is ended for another.
 */
import { randomBytes } from "node:crypto"
import { offerAddress, sessionAddress } from "@foldcast/settings/engine-path"
import type { EngineConfig } from "../config.ts"

export interface Wanted {
  readonly side: "whip" | "whep"
  /** `live/42` */
  readonly path: string
  readonly token: string
  readonly offer: string
}

export type Opened =
  | { readonly _tag: "Opened"; readonly id: string; readonly sdp: string }
  | { readonly _tag: "Refused"; readonly status: number }
  /** It does not answer, or says something else than it should. */
  | { readonly _tag: "Unreachable" }

const WITHIN_MS = 10_000
const REACHED_WITHIN_MS = 1_000
const MOST_SESSIONS = 64
const ID_BYTES = 24

export const engineCalls = ({ url, publicUrl, offersAt }: EngineConfig) => {
  const sessions = new Map<string, { readonly desk: string; readonly resource: string }>()

  const end = async (id: string, resource: string): Promise<void> => {
    sessions.delete(id)
    try {
      const response = await fetch(resource, {
        method: "DELETE",
        redirect: "manual",
        signal: AbortSignal.timeout(WITHIN_MS),
      })
      await response.body?.cancel()
    } catch {
      // Nobody sends for it any more: the engine ends it by itself.
    }
  }

  const keep = (desk: string, resource: string): string => {
    const [oldest] = sessions
    if (sessions.size >= MOST_SESSIONS && oldest !== undefined) {
      void end(oldest[0], oldest[1].resource)
    }
    const id = randomBytes(ID_BYTES).toString("base64url")
    sessions.set(id, { desk, resource })
    return id
  }

  return {
    whipAddress: (performerId: string) =>
      offerAddress(publicUrl, offersAt.whip, `live/${encodeURIComponent(performerId)}`)?.href ?? "",
    isReachable: async (): Promise<boolean> => {
      try {
        const response = await fetch(new URL("/health/live", url), {
          signal: AbortSignal.timeout(REACHED_WITHIN_MS),
        })
        await response.body?.cancel()
        // Another engine has no such address, and answers all the same.
        return response.status < 500
      } catch {
        return false
      }
    },
    open: async (desk: string, { side, path, token, offer }: Wanted): Promise<Opened> => {
      const address = offerAddress(url, offersAt[side], path)
      if (address === null) return { _tag: "Unreachable" }
      try {
        const response = await fetch(address, {
          method: "POST",
          headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/sdp" },
          body: offer,
          redirect: "manual",
          signal: AbortSignal.timeout(WITHIN_MS),
        })
        const sdp = await response.text()
        if (response.status !== 201) return { _tag: "Refused", status: response.status }
        const resource = sessionAddress(address, response.headers.get("Location"))
        if (resource === null) return { _tag: "Unreachable" }
        return { _tag: "Opened", id: keep(desk, resource.href), sdp }
      } catch {
        return { _tag: "Unreachable" }
      }
    },
    /** False where this desk has no such session. */
    end: async (desk: string, id: string): Promise<boolean> => {
      const session = sessions.get(id)
      if (session?.desk !== desk) return false
      await end(id, session.resource)
      return true
    },
  }
}
export type EngineCalls = ReturnType<typeof engineCalls>
