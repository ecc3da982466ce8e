/** The browser's timers, network and randomness as ports of packages/client. No decisions. */
import type { ConnectionPorts } from "@foldcast/client/connection"
import type { CommandPorts } from "@foldcast/client/commands"
import type { QueryPorts } from "./queries.ts"
import { makeSessionMutex } from "./session-mutex.ts"
import { newUuid } from "./uuid.ts"

const browserFetch: ConnectionPorts["fetch"] = (url, init) => fetch(url, init)

/** Outside secure contexts there are no locks. */
export const sessionMutex = makeSessionMutex("locks" in navigator ? navigator.locks : null)

/** All but `streamSlots`, which belong to a document (stream-slots.ts). */
export const connectionPorts: Omit<ConnectionPorts, "streamSlots"> = {
  openWebSocket: (url, protocol) => new WebSocket(url, protocol),
  fetch: browserFetch,
  newKey: newUuid,
  random: () => Math.random(),
  setTimer: (ms, elapsed) => {
    const timer = setTimeout(elapsed, ms)
    return () => clearTimeout(timer)
  },
  watchNetwork: (changed) => {
    const online = () => changed(true)
    const offline = () => changed(false)
    addEventListener("online", online)
    addEventListener("offline", offline)
    if (!navigator.onLine) offline()
    return () => {
      removeEventListener("online", online)
      removeEventListener("offline", offline)
    }
  },
  beginVisit: (begin) => {
    void sessionMutex.change(begin)
  },
  resumeVisit: (resume) => {
    void sessionMutex.settled().then(resume)
  },
}

export const commandPorts: CommandPorts = {
  fetch: browserFetch,
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
  random: () => Math.random(),
}

/** Outside secure contexts there is no digest; the log then has the answer without its hash. */
const sha256 = async (text: string): Promise<string> => {
  if (!isSecureContext) return ""
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

export const queryPorts: QueryPorts = { fetch: browserFetch, digest: sha256 }
