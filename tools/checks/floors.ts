/**
 * Layers, called floors here. A room is a folder, or a file by its name. It imports its own files and rooms on
 * lower floors, never a room beside or above it. So no two rooms import each other, and a room's possible
 * dependencies are clear. Pure. Tests may import anything.
 */
import { posix } from "node:path"
import type { SourceFile } from "../repository.ts"

/** A workspace's rooms, the lowest floor first. */
export interface House {
  readonly folder: string
  readonly floors: ReadonlyArray<ReadonlyArray<string>>
}

export const HOUSES: ReadonlyArray<House> = [
  {
    folder: "gateway",
    floors: [
      // The lowest layer: ids, settings, telemetry, storage.
      ["ids.ts", "error-sentence.ts", "problem-kinds.ts", "settings"],
      ["log", "settings.ts", "steady-clock.ts", "telemetry"],
      ["config.ts", "fatal.ts", "sessions", "upstream"],
      // The main path: a frame becomes facts, which the log stores and visits receive.
      ["brand", "normalise", "store", "visits"],
      ["http", "kept-answers", "pipeline.ts"],
      ["members", "messages", "performers", "rooms", "support"],
      // Guests whose calls pay for rooms.
      ["callers"],
      // The entry points.
      ["commands", "media", "pages", "queries", "stream"],
      ["server"],
    ],
  },
  {
    folder: "apps/backend",
    floors: [
      // The lowest layer: ids, rounds, refusals, brands, stored data, generated media.
      ["brands", "http", "ids.ts", "keyed-mutex.ts", "logging.ts"],
      [
        "phone-lines.ts",
        "seeded-random.ts",
        "setting-values.ts",
        "steady-round.ts",
        "wakeable-loop.ts",
      ],
      ["db", "media", "settings.ts"],
      ["config.ts", "steady-clock.ts"],
      ["ledger", "mail", "performers", "sockets"],
      ["outbox"],
      ["members"],
      ["blocks", "spending"],
      ["chat", "favourites", "live-alerts", "payments"],
      ["messenger", "phone"],
      // What keeps people apart, in rooms and in messages.
      ["safety"],
      // Parts that combine several services.
      ["account-deletion", "demo", "desk"],
      ["provider-states"],
      // The entry points.
      ["rest"],
      ["server"],
      ["backend.ts"],
      ["main.ts"],
    ],
  },
  {
    folder: "apps/media",
    floors: [
      // The lowest layer: offers and answers as text.
      ["sdp"],
      // Packets, as numbers and bytes.
      ["rtp"],
      ["loops"],
      ["engine"],
      ["hooks", "unhandled-errors.ts"],
      ["http"],
      ["config.ts"],
      ["media.ts"],
      ["main.ts"],
    ],
  },
  {
    folder: "apps/backend/chat",
    floors: [
      // The pure model of one room.
      ["room-model"],
      // A room's dependencies: credits on the ledger, the media engine.
      ["billing", "engine"],
      // The service that runs all rooms.
      ["room-service"],
      ["still-store.ts"],
    ],
  },
  {
    folder: "apps/web",
    floors: [
      // The parts of a page that server and browser share, and static files.
      ["language-links.ts", "public", "script-json.ts"],
      ["page-frame.ts"],
      // The document's log, its loop and its connection; markup only for their contexts.
      ["runtime"],
      ["features"],
      ["routes"],
      ["routeTree.gen.ts"],
      ["router.tsx", "site-document.tsx"],
      // The entries of server and browser, and the page of all components.
      ["client-assets.d.ts", "client-entry.tsx", "design", "server-entry.tsx"],
    ],
  },
  {
    folder: "apps/simulators",
    floors: [
      // The lowest layer: the frame of every page. The desk's page script does not know its server.
      ["desk-client", "page", "signed-post.ts"],
      ["config.ts", "mailbox"],
      ["bank", "desk", "phone"],
      ["index-page.ts"],
      ["app.ts"],
      ["simulators.ts"],
      ["main.ts"],
    ],
  },
  {
    folder: "apps/web/features",
    floors: [
      // Shared by pages and features: links, heads, windows, empty states.
      ["site"],
      ["connection", "consent", "favourites", "language"],
      // Ways into it stand in windows and rooms above.
      ["dial-in"],
      ["forms", "passkeys", "performers", "statements", "wallet"],
      ["category", "search"],
      ["filters", "navigation"],
      ["grid", "stream"],
      ["profile"],
      ["account", "catalogue", "credits", "messenger"],
      ["pop-ups"],
      ["header", "home", "settings"],
      // Surrounds every page, and knows which feature shows which dialog.
      ["shell"],
    ],
  },
  {
    folder: "apps/web/features/stream",
    floors: [
      // Sessions with the media engine, and their video.
      ["media"],
      // Which room this document is in, without markup.
      ["room"],
      ["cam-back"],
      // Paid features: the meter, tips, private and VIP, the receipt.
      ["paid"],
      ["chat", "player"],
      // The room while its profile is hidden; then the whole box; then the box's loader.
      ["background-room.tsx"],
      ["stream-box.tsx"],
      ["stream.tsx"],
    ],
  },
]

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu
const isTest = (path: string) => /\.(?:test|fixtures?|conformance)\.tsx?$/u.test(path)

/** The folder of a file in the workspace; undefined outside it, and for tests. */
const roomIn = ({ folder }: House, path: string): string | undefined =>
  path.startsWith(`${folder}/`) && !isTest(path)
    ? path.slice(folder.length + 1).split("/")[0]
    : undefined

const findingsOf = (house: House, files: ReadonlyArray<SourceFile>): ReadonlyArray<string> => {
  const floorOf = (room: string) => house.floors.findIndex((floor) => floor.includes(room))
  const standing = new Set(files.flatMap(({ path }) => roomIn(house, path) ?? []))
  const unknown = [...standing].filter((room) => floorOf(room) === -1)
  const gone = house.floors.flat().filter((room) => !standing.has(room))
  return [
    ...unknown.map(
      (room) => `${house.folder}/${room}: stands on no floor (tools/checks/floors.ts)`,
    ),
    ...gone.map(
      (room) => `tools/checks/floors.ts: names ${house.folder}/${room}, which is not there`,
    ),
    ...files.flatMap(({ path, text }) => {
      const home = roomIn(house, path)
      if (home === undefined) return []
      return [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
        const target = roomIn(house, posix.join(posix.dirname(path), specifier))
        return target === undefined || target === home || floorOf(target) < floorOf(home)
          ? []
          : [`${path}: imports ${specifier}; ${target} does not stand below ${home}`]
      })
    }),
  ]
}

export const floorFindings = (
  houses: ReadonlyArray<House>,
  files: ReadonlyArray<SourceFile>,
): ReadonlyArray<string> => houses.flatMap((house) => findingsOf(house, files))
