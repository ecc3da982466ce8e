/**
 * A cookie that the browser's script writes: at the site's root, SameSite Lax, secure wherever the page is.
 * The gateway writes `auth` and the dial-in state itself; script never sees them.
 */
import {
  type BrowserStore,
  type Codec,
  decoded,
  NOT_STORED,
  type Purpose,
  type StoreKey,
} from "./stored.ts"

export interface CookieJar {
  cookie: string
}

const DAY_S = 86_400

export const valueIn = (cookies: string, name: string): string | null => {
  for (const pair of cookies.split("; ")) {
    const [key, ...value] = pair.split("=")
    if (key === name) return value.join("=")
  }
  return null
}

const attributes = (isSecure: boolean) => `; Path=/; SameSite=Lax${isSecure ? "; Secure" : ""}`

/** `jar` and `isSecure` are asked each time: a module is loaded before there is a document. */
export const cookieStore = <A, const P extends Purpose>(
  { key, days, purpose }: StoreKey<P> & { readonly days: number },
  codec: Codec<A>,
  jar: () => CookieJar = () => document,
  isSecure: () => boolean = () => location.protocol === "https:",
): BrowserStore<A, P> => {
  const put = (value: string, maxAge: number) => {
    jar().cookie = `${key}=${value}; Max-Age=${maxAge}${attributes(isSecure())}`
  }
  const read = () => {
    try {
      return decoded(valueIn(jar().cookie, key), codec)
    } catch {
      return NOT_STORED
    }
  }
  return {
    item: { key, place: "cookie", purpose, lifetime: { days } },
    read,
    write: (value) => {
      try {
        put(codec.encode(value), days * DAY_S)
      } catch {
        return false
      }
      // A browser that refuses cookies says nothing.
      return read().status === 200
    },
    forget: () => {
      try {
        put("", 0)
      } catch {
        // Refused to this page: there is no cookie of ours.
      }
    },
  }
}
