/**
 * Rooms that stand on floors: a room imports its own files and rooms on lower floors, nothing beside or
 * above it. So no two rooms import each other, and whoever reads one knows what it can depend on.
 *
 * Pure; called by steps.ts. Tests may look anywhere.
 */
import { posix } from "node:path"
import type { SourceFile } from "../repository.ts"

/** A house's rooms, the ground floor first; a room is a folder of it, or a file by its name. */
export interface House {
  readonly folder: string
  readonly floors: ReadonlyArray<ReadonlyArray<string>>
}

export const HOUSES: ReadonlyArray<House> = [
  {
    folder: "gateway",
    floors: [
      // The ground: names, settings, what is measured, what lies on disk.
      ["ids.ts", "error-sentence.ts", "problem-kinds.ts", "settings"],
      ["log", "settings.ts", "steady-clock.ts", "telemetry"],
      ["config.ts", "fatal.ts", "sessions", "upstream"],
      // The spine: a frame becomes facts, which the log keeps and visits receive.
      ["brand", "normalise", "store", "visits"],
      ["http", "kept-answers", "pipeline.ts"],
      ["members", "performers", "rooms", "support"],
      // The doors.
      ["commands", "media", "pages", "queries", "stream"],
      ["server"],
    ],
  },
  {
    folder: "apps/backend",
    floors: [
      // The ground: ids, rounds, refusals, brands; what is stored, what is drawn.
      ["brands", "http", "ids.ts", "keyed-mutex.ts", "logging.ts"],
      ["seeded-random.ts", "setting-values.ts", "steady-round.ts"],
      ["db", "media", "settings.ts"],
      ["config.ts", "steady-clock.ts"],
      ["ledger", "mail", "performers", "sockets"],
      ["outbox"],
      ["members"],
      ["chat", "favourites", "payments"],
      // What is made of several services.
      ["account-deletion", "demo", "desk"],
      ["provider-states"],
      // The doors.
      ["rest"],
      ["server"],
      ["backend.ts"],
      ["main.ts"],
    ],
  },
  {
    folder: "apps/media",
    floors: [
      // The ground: what clients offer and are answered, as text.
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
      // What a room needs: credits on the ledger, the media engine.
      ["billing", "engine"],
      // The service that runs all rooms.
      ["room-service"],
      ["still-store.ts"],
    ],
  },
  {
    folder: "apps/web",
    floors: [
      // What a page is made of, whoever makes it, and what a browser fetches as it is.
      ["language-links.ts", "public", "script-json.ts"],
      ["page-frame.ts"],
      // The document's log, its loop and its connection, without markup but for their contexts.
      ["runtime"],
      ["features"],
      ["routes"],
      ["routeTree.gen.ts"],
      ["router.tsx", "site-document.tsx"],
      // The entries: what the server and the browser begin with.
      ["client-assets.d.ts", "client-entry.tsx", "server-entry.tsx"],
    ],
  },
  {
    folder: "apps/simulators",
    floors: [
      // The ground: the frame of every page; what runs in the desk's pages knows nothing of their server.
      ["desk-client", "page"],
      ["config.ts", "mailbox"],
      ["bank", "desk"],
      ["index-page.ts"],
      ["app.ts"],
      ["simulators.ts"],
      ["main.ts"],
    ],
  },
  {
    folder: "apps/web/features",
    floors: [
      // What pages and features share: links, heads, windows, states without content.
      ["site"],
      ["connection", "consent", "favourites", "language", "messenger"],
      ["forms", "passkeys", "performers", "statements", "wallet"],
      ["category", "search"],
      ["filters", "navigation"],
      ["grid", "stream"],
      ["profile"],
      ["account", "catalogue", "credits"],
      ["header", "home", "settings"],
      // What surrounds every page, and knows who shows which dialog.
      ["shell"],
    ],
  },
  {
    folder: "apps/web/features/stream",
    floors: [
      // Sessions with the media engine, and the video that they bring.
      ["media"],
      // Which room this document is in, without markup.
      ["room"],
      ["cam-back"],
      // What costs credits: the meter, tips, private and VIP, the receipt.
      ["paid"],
      ["chat", "player"],
      // The room while its profile is not shown; then the whole box; then what loads the box.
      ["background-room.tsx"],
      ["stream-box.tsx"],
      ["stream.tsx"],
    ],
  },
]

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu
const isTest = (path: string) => /\.(?:test|fixtures?|conformance)\.tsx?$/u.test(path)

/** The room that a file of the house stands in; undefined outside the house, and for tests. */
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
