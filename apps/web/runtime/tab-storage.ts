/**
 * What a tab keeps in its session storage: its name, what it carries over a reload, what was typed.
 * Absent, foreign and unwritable storage are all the same to it: nothing is kept, nothing breaks.
 */
import type { BundleBasket } from "@foldcast/contracts/client-facts/tab-slice"
import type { TabId } from "@foldcast/contracts/ids"
import type { TabSlice } from "@foldcast/reactions/effect"
import type { DraftFields, Drafts } from "./drafts.ts"

const TAB = "tab"
const SLICE = "tab-slice"
const DRAFT = "draft:"

export interface TabStorage {
  readonly tab: () => TabId
  /** Null where nothing was kept that is worth restoring. */
  readonly slice: () => TabSlice | null
  readonly keepSlice: (slice: TabSlice) => void
  readonly drafts: Drafts
  /** Everything but the tab's name. */
  readonly forgetMember: () => void
}

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null

const parsed = (text: string | null): Json | null => {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : null
  } catch {
    return null
  }
}

const DIALOGS = ["logIn", "register", "wallet"] as const
const MAX_NAME = 128

const nameOf = (value: unknown): string | null =>
  typeof value === "string" && value.length > 0 && value.length <= MAX_NAME ? value : null

const basketOf = (value: unknown): BundleBasket | null => {
  if (!isJson(value)) return null
  const bundleId = nameOf(value["bundleId"])
  return bundleId === null
    ? null
    : { bundleId, methodId: nameOf(value["methodId"]), subOptionId: nameOf(value["subOptionId"]) }
}

/** What was kept, as far as it is still in the form that the fact accepts. */
const sliceOf = (kept: Json): TabSlice => {
  const ids = kept["openSessionIds"]
  return {
    dialog: DIALOGS.find((name) => name === kept["dialog"]) ?? null,
    basket: basketOf(kept["basket"]),
    openSessionIds: Array.isArray(ids) ? ids.map(nameOf).filter((id) => id !== null) : [],
  }
}

const isEmpty = ({ dialog, basket, openSessionIds }: TabSlice) =>
  dialog === null && basket === null && openSessionIds.length === 0

const draftOf = (kept: Json): DraftFields =>
  Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )

/** `storage` throws where the browser forbids it, already when it is named. */
export const tabStorage = (storage: () => Storage, newId: () => string): TabStorage => {
  const attempt = <A>(apply: (storage: Storage) => A, otherwise: A): A => {
    try {
      return apply(storage())
    } catch {
      return otherwise
    }
  }
  const read = (key: string) => attempt((store) => store.getItem(key), null)
  const write = (key: string, value: unknown) =>
    attempt((store) => store.setItem(key, JSON.stringify(value)), undefined)
  const remove = (key: string) => attempt((store) => store.removeItem(key), undefined)

  return {
    tab: () => {
      const kept = nameOf(read(TAB))
      if (kept !== null && /^[\w-]{1,64}$/u.test(kept)) return kept as TabId
      const tab = newId() as TabId
      attempt((store) => store.setItem(TAB, tab), undefined)
      return tab
    },
    slice: () => {
      const kept = parsed(read(SLICE))
      if (kept === null) return null
      const slice = sliceOf(kept)
      return isEmpty(slice) ? null : slice
    },
    keepSlice: (slice) => write(SLICE, slice),
    drafts: {
      read: (form) => {
        const kept = parsed(read(DRAFT + form))
        return kept === null ? null : draftOf(kept)
      },
      keep: (form, fields) => write(DRAFT + form, fields),
      forget: (form) => remove(DRAFT + form),
    },
    forgetMember: () =>
      attempt((store) => {
        const keys = Array.from({ length: store.length }, (_, index) => store.key(index))
        for (const key of keys) {
          if (key === SLICE || key?.startsWith(DRAFT) === true) store.removeItem(key)
        }
      }, undefined),
  }
}
