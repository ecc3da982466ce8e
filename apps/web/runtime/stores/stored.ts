/**
 * One value under one key of the browser's storage. Reading never throws: absent, foreign and forbidden all
 * read as status 404 (ERR-18). Writing says whether it was kept, so that a full or closed storage breaks
 * nothing.
 */

export type StoredValue<A> =
  | { readonly status: 200; readonly value: A }
  | { readonly status: 404; readonly value: null }

export const NOT_STORED = { status: 404, value: null } as const

export interface Store<A> {
  readonly read: () => StoredValue<A>
  readonly write: (value: A) => boolean
  readonly forget: () => void
}

/** How a value stands in its store. `decode` answers null for what this site did not write. */
export interface Codec<A> {
  readonly encode: (value: A) => string
  readonly decode: (text: string) => A | null
}

export const decoded = <A>(text: string | null, { decode }: Codec<A>): StoredValue<A> => {
  const value = text === null ? null : decode(text)
  return value === null ? NOT_STORED : { status: 200, value }
}

/** `storage` throws where the browser forbids it, already when it is named. */
export const webStore = <A>(storage: () => Storage, key: string, codec: Codec<A>): Store<A> => ({
  read: () => {
    try {
      return decoded(storage().getItem(key), codec)
    } catch {
      return NOT_STORED
    }
  },
  write: (value) => {
    try {
      storage().setItem(key, codec.encode(value))
      return true
    } catch {
      return false
    }
  },
  forget: () => {
    try {
      storage().removeItem(key)
    } catch {
      // Closed to this page: nothing of ours is in it.
    }
  },
})
