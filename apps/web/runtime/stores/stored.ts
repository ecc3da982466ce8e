/**
 * One value under one key of the browser's storage. Reading never throws: absent, foreign and forbidden all
 * read as status 404 (ERR-18). Writing says whether it was kept, so that a full or closed storage breaks
 * nothing.
 */

export type Stored<A> =
  | { readonly status: 200; readonly value: A }
  | { readonly status: 404; readonly value: null }

export const NOT_STORED = { status: 404, value: null } as const

export interface Store<A> {
  readonly read: () => Stored<A>
  readonly write: (value: A) => boolean
  readonly forget: () => void
}

/** Why a browser keeps something; the cookies page has a text for each that is written (statements). */
export type Purpose =
  | "auth"
  | "choice"
  | "draft"
  | "fingerprint"
  | "logOut"
  | "member"
  | "payment"
  | "reload"
  | "return"
  | "scroll"
  | "tab"
  | "tracking"

export type Lifetime = "session" | "untilCleared" | { readonly days: number }

/** What a browser keeps under one key, and why. */
export interface StoredItem<P extends Purpose = Purpose> {
  readonly key: string
  readonly place: "cookie" | "local" | "session"
  readonly purpose: P
  readonly lifetime: Lifetime
}

export interface BrowserStore<A, P extends Purpose = Purpose> extends Store<A> {
  readonly item: StoredItem<P>
}

export interface StoreKey<P extends Purpose> {
  readonly key: string
  readonly purpose: P
}

/** How a value stands in its store. `decode` answers null for what this site did not write. */
export interface Codec<A> {
  readonly encode: (value: A) => string
  readonly decode: (text: string) => A | null
}

export const decoded = <A>(text: string | null, { decode }: Codec<A>): Stored<A> => {
  const value = text === null ? null : decode(text)
  return value === null ? NOT_STORED : { status: 200, value }
}

/** `storage` throws where the browser forbids it, already when it is named. */
const webStore = <A, P extends Purpose>(
  storage: () => Storage,
  item: StoredItem<P>,
  codec: Codec<A>,
): BrowserStore<A, P> => ({
  item,
  read: () => {
    try {
      return decoded(storage().getItem(item.key), codec)
    } catch {
      return NOT_STORED
    }
  },
  write: (value) => {
    try {
      storage().setItem(item.key, codec.encode(value))
      return true
    } catch {
      return false
    }
  },
  forget: () => {
    try {
      storage().removeItem(item.key)
    } catch {
      // Closed to this page: nothing of ours is in it.
    }
  },
})

export const localStore = <A, const P extends Purpose>(
  key: StoreKey<P>,
  codec: Codec<A>,
): BrowserStore<A, P> =>
  webStore(() => localStorage, { ...key, place: "local", lifetime: "untilCleared" }, codec)

export const sessionStore = <A, const P extends Purpose>(
  key: StoreKey<P>,
  codec: Codec<A>,
): BrowserStore<A, P> =>
  webStore(() => sessionStorage, { ...key, place: "session", lifetime: "session" }, codec)
