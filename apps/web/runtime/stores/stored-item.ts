/** One thing that script keeps in a browser, declared once: its key, where and what for it is kept, and how long. */
import { cookieStore } from "./cookie-store.ts"
import { type Codec, type Store, webStore } from "./stored.ts"

export type StoragePlace = "cookie" | "local" | "session"
export type StoragePurpose =
  | "choice"
  | "member"
  | "call"
  | "return"
  | "recent"
  | "fingerprint"
  | "promotion"

export interface StoredItem<A, Purpose extends StoragePurpose = StoragePurpose> extends Store<A> {
  readonly key: string
  readonly place: StoragePlace
  readonly purpose: Purpose
  /** Null: until the browser empties the place. */
  readonly days: number | null
}

export const cookieItem = <A, Purpose extends StoragePurpose>(
  key: string,
  purpose: Purpose,
  days: number,
  codec: Codec<A>,
): StoredItem<A, Purpose> => ({
  ...cookieStore(key, days, codec),
  key,
  place: "cookie",
  purpose,
  days,
})

export const localItem = <A, Purpose extends StoragePurpose>(
  key: string,
  purpose: Purpose,
  codec: Codec<A>,
): StoredItem<A, Purpose> => ({
  ...webStore(() => localStorage, key, codec),
  key,
  place: "local",
  purpose,
  days: null,
})

export const sessionItem = <A, Purpose extends StoragePurpose>(
  key: string,
  purpose: Purpose,
  codec: Codec<A>,
): StoredItem<A, Purpose> => ({
  ...webStore(() => sessionStorage, key, codec),
  key,
  place: "session",
  purpose,
  days: null,
})
