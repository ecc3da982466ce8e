/** A media engine for tests, without media: it records the requests to cut sessions. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Redacted, Result } from "effect"
import { type BackendConfigShape, readBackendConfig } from "../config.ts"

export const HOOK_KEY = "media-hook-key-for-tests-0123456789"
export const ENGINE_ADMIN_KEY = "media-admin-key-for-tests-012345678"

export const mediaOf = (engineUrl: string): BackendConfigShape["media"] => ({
  ...Result.getOrThrow(readBackendConfig({})).media,
  engineUrl,
  adminKey: Redacted.make(ENGINE_ADMIN_KEY),
  authKey: Redacted.make(HOOK_KEY),
})

export const cuttingEngine = () => {
  const cut: Array<string> = []
  /** `performerId/reaction`. */
  const cues: Array<string> = []
  /** The listed sessions: paths by id. */
  const sessions = new Map<string, string>()
  /** Sessions for which it confirms a cut and does not cut. */
  const stubborn = new Set<string>()
  let lists = 0
  let isAway = false
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    if (isAway) {
      request.socket.destroy()
      return
    }
    const id = /^\/v3\/webrtcsessions\/kick\/(.+)$/u.exec(request.url ?? "")?.[1]
    const isAllowed = request.headers.authorization === `Bearer ${ENGINE_ADMIN_KEY}`
    if (id !== undefined && isAllowed) {
      cut.push(id)
      if (!stubborn.has(id)) sessions.delete(id)
    }
    const [, cue] = /^\/v3\/loops\/cue\/live\/(.+)$/u.exec(request.url ?? "") ?? []
    if (cue !== undefined && isAllowed) cues.push(cue)
    const isList = request.url === "/v3/webrtcsessions/list" && isAllowed
    if (isList) lists += 1
    response.statusCode = id !== undefined || isList ? 200 : 404
    const items = [...sessions].map(([one, path]) => ({ id: one, path }))
    response.end(isList ? JSON.stringify({ items }) : "")
    for (const wake of waiting) wake()
    waiting.clear()
  })
  return {
    cut,
    cues,
    sessions,
    stubborn,
    lists: () => lists,
    /** From now on it drops every connection, or answers again. */
    setAway: (away: boolean) => {
      isAway = away
    },
    start: () =>
      new Promise<string>((resolve) => {
        server.listen(0, "127.0.0.1", () => {
          resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
        })
      }),
    stop: () => server.close(),
    until: async (id: string) => {
      while (!cut.includes(id)) {
        await new Promise<void>((resolve) => {
          waiting.add(resolve)
        })
      }
    },
  }
}
