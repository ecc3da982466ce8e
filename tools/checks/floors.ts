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
    folder: "apps/web/features",
    floors: [
      // What pages and features share: links, heads, windows, states without content.
      ["site"],
      ["connection", "consent", "favourites", "language", "messenger"],
      ["passkeys", "performers", "statements", "wallet"],
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
