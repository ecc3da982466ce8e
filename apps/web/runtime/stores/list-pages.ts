/**
 * `listPages`: how many pages of a list were loaded where the tab's history has it, so that Back finds as many after
 * a reload. Names entries of the history and nothing that was read there.
 */
import { jsonOrNull } from "../json.ts"
import type { Codec } from "./stored.ts"
import { sessionItem } from "./stored-item.ts"

/** An entry of the history and its pages; the one that grew last comes first. */
export type ListPages = ReadonlyArray<readonly [entry: string, pages: number]>

/** Lists that are remembered; more steps back begin anew. */
const MAX_LISTS = 20
const ENTRY = /^[\w-]{1,64}$/u

const isListed = (value: unknown): value is ListPages[number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[0] === "string" &&
  ENTRY.test(value[0]) &&
  Number.isSafeInteger(value[1]) &&
  value[1] > 1

const listPages: Codec<ListPages> = {
  encode: (value) => JSON.stringify(value),
  decode: (text) => {
    const value = jsonOrNull(text)
    return Array.isArray(value) && value.length <= MAX_LISTS && value.every(isListed) ? value : null
  },
}

export const listPagesStore = sessionItem("listPages", "return", listPages)

const kept = (): ListPages => listPagesStore.read().value ?? []

/** From 1. */
export const pagesAt = (entry: string): number => kept().find(([of]) => of === entry)?.[1] ?? 1

/** A list never has fewer pages than it had. */
export const storePages = (entry: string, pages: number): void => {
  if (pages <= pagesAt(entry) || !ENTRY.test(entry)) return
  const others = kept().filter(([of]) => of !== entry)
  listPagesStore.write([[entry, pages] as const, ...others].slice(0, MAX_LISTS))
}
