/** All contenders, loaded one at a time, so that no process contains the code of another contender. */
import type { Contender } from "./contest.ts"

export const CONTENDERS = {
  "decode/json-parse": () => import("../decode/json-parse.ts"),
  "decode/effect": () => import("../decode/effect.ts"),
  "decode/zod": () => import("../decode/zod.ts"),
  "decode/agreement": () => import("../decode/agreement.ts"),
  "append/event-log": () => import("../append/event-log.ts"),
  "append/bare-sqlite": () => import("../append/bare-sqlite.ts"),
  "path/gateway": async () => (await import("../path/load.ts")).against("gateway"),
  "path/raw": async () => (await import("../path/load.ts")).against("raw"),
  "path/pass-through": async () => (await import("../path/load.ts")).against("pass-through"),
  "path/socket.io": async () => (await import("../path/load.ts")).against("socket.io"),
  "path/direct": async () => (await import("../path/load.ts")).against("direct"),
  "room/gateway": async () => (await import("../path/load.ts")).room("gateway-room"),
  "room/socket.io": async () => (await import("../path/load.ts")).room("socket.io-room"),
  "room/plain-socket.io": async () =>
    (await import("../path/load.ts")).room("plain-socket.io-room"),
  "rooms/gateway": async () => (await import("../path/rooms-load.ts")).rooms("gateway-room"),
  "rooms/socket.io": async () => (await import("../path/rooms-load.ts")).rooms("socket.io-room"),
  "fold/live": () => import("../fold/live.ts"),
  "fold/batch": () => import("../fold/batch.ts"),
  "fold/hand": () => import("../fold/hand.ts"),
  "fold/redux-toolkit": () => import("../fold/redux-toolkit.ts"),
  "replay/write-capture": () => import("../replay/write-capture.ts"),
  "replay/refold": () => import("../replay/refold.ts"),
  "replay/json-parse": () => import("../replay/json-parse.ts"),
  "replay/seek": () => import("../replay/seek.ts"),
  "ledger/move": () => import("../ledger/move.ts"),
  "ledger/bare-call": () => import("../ledger/bare-call.ts"),
  "ledger/multi-step": () => import("../ledger/multi-step.ts"),
  "performers/pages": () => import("../performers/pages.ts"),
  "home/render": () => import("../home/render.ts"),
  "home/static-page": () => import("../home/static-page.ts"),
  "home/script-bytes": () => import("../home/script-bytes.ts"),
  "home/client-core": () => import("../home/client-core.ts"),
  "media/engine": async () => (await import("../media/media-load.ts")).audience("engine"),
  "media/bare-relay": async () => (await import("../media/media-load.ts")).audience("bare"),
  "media/idle-rooms": async () => (await import("../media/media-load.ts")).idleRooms,
  "media/sessions": async () => (await import("../media/media-load.ts")).manySessions,
} as const satisfies Readonly<Record<string, () => Promise<Contender>>>

export type ContenderName = keyof typeof CONTENDERS
