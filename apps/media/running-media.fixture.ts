/** An engine with its hooks for tests, and the engine as another process reaches it: over HTTP alone. */
import { type Layer, Logger, Redacted, Result } from "effect"
import { type MediaConfig, readMediaConfig } from "./config.ts"
import {
  type EngineAnswer,
  EngineFull,
  type MediaEngine,
  NothingToWatch,
  type EnginePublishRequest,
  type EngineRefusal,
  type EngineWatchRequest,
} from "./engine/media-engine.ts"
import { type HookServer, startHookServer } from "./hook-server.fixture.ts"
import type { Loop, LoopLibrary } from "./loops/loop.ts"
import { startMedia } from "./media.ts"
import { OfferMalformed, OfferUnsupported } from "./sdp/offer.ts"

export interface MediaWithHooks {
  readonly url: string
  readonly hooks: HookServer
  readonly adminKey: string
  readonly close: () => Promise<void>
}

export const ADMIN_KEY = "admin-key-of-the-engine-in-a-test"

/** Two pictures by turns, and a third at the cue `laugh`; none can be decoded, the last byte tells them. */
const shortLoop = (): Loop => {
  const frames = [99, 99, 98].map((last) => Uint8Array.of(0, 0, 0, last))
  const step = (frame: number) => ({ frame, ms: 50 })
  return {
    idle: [step(0), step(1)],
    reactions: new Map([["laugh", [step(2), step(2)]]]),
    rest: new Set([0]),
    typing: new Set(),
    frame: (index) => frames[index],
  }
}

export const SHORT_LOOP: LoopLibrary = new Map([["short", shortLoop()]])

/** Each worker has its own ports, so that two do not look for free ones in the same range. */
export const portsOfWorker = (): string => {
  const worker = Number(process.env["VITEST_POOL_ID"] ?? "1") % 40
  const first = 21_000 + worker * 240
  return `${first}-${first + 239}`
}

export const mediaConfig = (settings: Readonly<Record<string, string>>): MediaConfig =>
  Result.getOrThrow(
    readMediaConfig({
      MEDIA_PORT: "0",
      MEDIA_UDP_PORTS: portsOfWorker(),
      MEDIA_ADMIN_KEY: ADMIN_KEY,
      ...settings,
    }),
  )

export const startMediaWithHooks = async (
  settings: Readonly<Record<string, string>> = {},
  loops?: LoopLibrary,
  logging: Layer.Layer<never> = Logger.layer([]),
): Promise<MediaWithHooks> => {
  const hooks = await startHookServer()
  const config = mediaConfig({
    MEDIA_AUTH_URL: hooks.authUrl,
    MEDIA_EVENTS_URL: hooks.eventsUrl,
    MEDIA_LOOPS_URL: hooks.loopsUrl,
    MEDIA_AUTH_KEY: hooks.key,
    ...settings,
  })
  const media = await startMedia(config, logging, loops)
  return {
    url: media.url,
    hooks,
    adminKey: Redacted.value(config.adminKey),
    close: async () => {
      await media.close()
      await hooks.close()
    },
  }
}

const refusalOf = (status: number): EngineRefusal => {
  if (status === 400) return new OfferMalformed({ sentence: "" })
  if (status === 406) return new OfferUnsupported({ sentence: "" })
  return status === 404 ? new NothingToWatch() : new EngineFull()
}

/** Over HTTP the engine draws the ids itself: the caller's are sent as tokens. */
export const httpEngine = ({ url, hooks, adminKey }: MediaWithHooks): MediaEngine => {
  const open = async (
    side: "whep" | "whip",
    { id, path, offer }: EnginePublishRequest,
    loop: string | null,
  ): Promise<Result.Result<EngineAnswer, EngineRefusal>> => {
    hooks.loops.set(id, loop)
    const address = `${url}/${path}/${side}`
    const response = await fetch(address, {
      method: "POST",
      headers: { Authorization: `Bearer ${id}`, "Content-Type": "application/sdp" },
      body: offer,
    })
    const sdp = await response.text()
    if (response.status !== 201) return Result.fail(refusalOf(response.status))
    const resource = new URL(response.headers.get("Location") ?? "", address).href
    return Result.succeed({ sdp, resource })
  }
  return {
    publish: (request) => open("whip", request, null),
    watch: (request: EngineWatchRequest) => open("whep", request, request.loop),
    close: async (resource) => (await fetch(resource, { method: "DELETE" })).status === 200,
    kick: async (token) => {
      const id = hooks.asked.findLast((question) => question.token === token)?.id ?? "none"
      const response = await fetch(`${url}/v3/webrtcsessions/kick/${id}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${adminKey}` },
      })
      return response.status === 200
    },
    cue: async (path, reaction) => {
      await fetch(`${url}/v3/loops/cue/${path}/${reaction}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${adminKey}` },
      })
    },
    sessions: async () => {
      const response = await fetch(`${url}/v3/webrtcsessions/list`, {
        headers: { Authorization: `Bearer ${adminKey}` },
      })
      const { items } = (await response.json()) as {
        items: ReadonlyArray<{ id: string; path: string; state: "publish" | "read" }>
      }
      return items.map(({ id, path, state }) => ({
        id: hooks.asked.findLast((question) => question.id === id)?.token ?? "unknown",
        path,
        side: state === "publish" ? "publish" : "watch",
      }))
    },
  }
}
