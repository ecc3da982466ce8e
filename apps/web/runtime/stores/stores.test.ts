/** What script keeps in a browser: exactly these keys, attributes and lifetimes; nothing breaks without. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { forbiddenStorage, memoryStorage } from "../memory-storage.fixtures.ts"
import { consentCookie } from "./consent.ts"
import { type CookieJar, cookieStore, valueIn } from "./cookie-store.ts"
import { favouritesCookie, favouritesCopyStore, favouritesStore } from "./favourites.ts"
import { fingerprintCookie, fingerprintIdStore } from "./fingerprint.ts"
import { geoCookie } from "./geo.ts"
import { guestVisitedStore } from "./guest-visited.ts"
import { introStore } from "./intro.ts"
import { ivrCacheStore } from "./ivr-cache.ts"
import { keepIvrSession, keptIvrSession } from "./ivr-session.ts"
import { areMemberStoresEmpty, forgetConsented, forgetMemberStores } from "./stored-items.ts"
import { lessDataStore } from "./less-data.ts"
import { languageCookie } from "./language.ts"
import { storePages, listPagesStore, pagesAt } from "./list-pages.ts"
import { previousRouteStore } from "./previous-route.ts"
import { registeredFromStore } from "./registered-from.ts"
import { seenBannerStore } from "./seen-banner.ts"
import type { Codec, Store } from "./stored.ts"
import { themeStore } from "./theme.ts"

/** A browser's cookies: what was written last, and all that holds. */
class Jar implements CookieJar {
  readonly written: Array<string> = []
  readonly #held = new Map<string, string>()
  get cookie() {
    return [...this.#held].map(([name, value]) => `${name}=${value}`).join("; ")
  }
  set cookie(text: string) {
    this.written.push(text)
    const [pair = ""] = text.split(";")
    const [name = "", value = ""] = pair.split("=")
    if (text.includes("Max-Age=0")) this.#held.delete(name)
    else this.#held.set(name, value)
  }
}

let jar: Jar
let local: Storage
let session: Storage

const surround = (protocol: string) => {
  jar = new Jar()
  local = memoryStorage()
  session = memoryStorage()
  vi.stubGlobal("document", jar)
  vi.stubGlobal("location", { protocol })
  vi.stubGlobal("localStorage", local)
  vi.stubGlobal("sessionStorage", session)
}

beforeEach(() => surround("https:"))
afterEach(() => vi.unstubAllGlobals())

interface Example<A> {
  readonly store: Store<A>
  readonly value: A
  readonly text: string
}
const example = <A>(store: Store<A>, value: A, text: string): Example<A> => ({ store, value, text })

const LOCAL = {
  "guest:visited": example(guestVisitedStore, true, "1"),
  favourites: example(favouritesStore, ["p_1", "p_2"], '["p_1","p_2"]'),
  fid: example(fingerprintIdStore, "0123456789abcdef", "0123456789abcdef"),
  "register:model": example(registeredFromStore, "robin-1", "robin-1"),
  previousRoute: example(previousRouteStore, "/en/toy-shows", "/en/toy-shows"),
  theme: example(themeStore, "dark", "dark"),
  lessData: example(lessDataStore, "on", "on"),
  intro: example(introStore, "closed", "closed"),
}

describe("local storage", () => {
  it.each(Object.keys(LOCAL) as ReadonlyArray<keyof typeof LOCAL>)(
    "stores %s under that key and reads it back [STORE-02, STORE-04, STORE-06]",
    (key) => {
      const { store, value, text } = LOCAL[key] as Example<unknown>
      expect(store.read()).toEqual({ status: 404, value: null })
      expect(store.write(value)).toBe(true)
      expect(local.getItem(key)).toBe(text)
      expect(store.read()).toEqual({ status: 200, value })
      store.forget()
      expect(local.getItem(key)).toBeNull()
    },
  )

  it.each([
    ["theme", "purple", themeStore],
    ["favourites", "{}", favouritesStore],
    ["favourites", '[1,"<b>"]', favouritesStore],
    ["previousRoute", "//elsewhere.example/x", previousRouteStore],
    ["previousRoute", "https://elsewhere.example/", previousRouteStore],
    ["previousRoute", "/?token=a.b.c", previousRouteStore],
    ["fid", "short", fingerprintIdStore],
    ["guest:visited", "yes", guestVisitedStore],
  ])("rejects a foreign %s: %s", (key, text, store) => {
    local.setItem(key, text)
    expect(store.read()).toEqual({ status: 404, value: null })
  })

  it("answers status 404 where the browser forbids it, and writing does not throw [ERR-18]", () => {
    Object.defineProperty(globalThis, "localStorage", { get: forbiddenStorage, configurable: true })
    for (const { store, value } of Object.values(LOCAL) as ReadonlyArray<Example<unknown>>) {
      expect(store.read()).toEqual({ status: 404, value: null })
      expect(store.write(value)).toBe(false)
      expect(() => store.forget()).not.toThrow()
    }
  })

  it("says so where it is full, and what was stored before can still be read", () => {
    themeStore.write("dark")
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => local.getItem(key),
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError")
      },
    })
    expect(themeStore.write("light")).toBe(false)
    expect(themeStore.read()).toEqual({ status: 200, value: "dark" })
  })
})

describe("session storage", () => {
  it("keeps seenBanner and ivr-cache under these keys", () => {
    seenBannerStore.write(true)
    const shown = {
      session: "s_1",
      calledNumber: "+31900123456",
      displayNumber: "0900 - 123 456",
      country: "NL",
      tariffCents: 80,
      startCents: 5,
      expiresAt: 1_790_000_060_000,
    } as const
    keepIvrSession(shown)
    expect(session.getItem("seenBanner")).toBe("1")
    expect(keptIvrSession()).toEqual(shown)
    for (const part of ["session", "calledNumber", "country", "tariffCents", "expiresAt"]) {
      session.setItem("ivr-cache", JSON.stringify({ ...shown, [part]: {} }))
      expect(keptIvrSession()).toBeNull()
    }
    session.setItem("ivr-cache", "[]")
    expect(ivrCacheStore.read().status).toBe(404)
    keepIvrSession(null)
    expect(session.getItem("ivr-cache")).toBeNull()
    expect(local.length).toBe(0)
  })

  it("remembers whose favourites the copy is, and does not read another's", () => {
    const copy = { memberId: "m_1", performerIds: ["p_1"] }
    favouritesCopyStore.write(copy)
    expect(session.getItem("favourites")).toBe('{"memberId":"m_1","performerIds":["p_1"]}')
    expect(favouritesCopyStore.read().value).toEqual(copy)
    for (const text of ['["p_1"]', '{"memberId":"m_1"}', '{"memberId":"m_1","performerIds":[1]}']) {
      session.setItem("favourites", text)
      expect(favouritesCopyStore.read().status).toBe(404)
    }
    expect(local.length).toBe(0)
  })
})

describe("the stored pages of a list", () => {
  it("are as many for its entry of the history as there ever were", () => {
    expect(pagesAt("k1")).toBe(1)
    storePages("k1", 3)
    storePages("k1", 2)
    storePages("k2", 1)
    expect([pagesAt("k1"), pagesAt("k2")]).toEqual([3, 1])
    expect(session.getItem("listPages")).toBe('[["k1",3]]')
    expect(local.length).toBe(0)
  })

  it("are stored for the twenty lists that grew last", () => {
    for (let list = 0; list < 20; list += 1) storePages(`k${list}`, 2)
    storePages("k0", 3)
    storePages("k20", 2)
    expect([pagesAt("k0"), pagesAt("k1"), pagesAt("k2"), pagesAt("k20")]).toEqual([3, 1, 2, 2])
  })

  it("are ignored where this site did not write them, and can be missing without harm", () => {
    for (const text of ["", "[1]", '[["k1","3"]]', '[["k1",0]]', '[["a b",3]]', '[["k1",1e300]]']) {
      session.setItem("listPages", text)
      expect(listPagesStore.read().status).toBe(404)
      expect(pagesAt("k1")).toBe(1)
    }
    Object.defineProperty(globalThis, "sessionStorage", {
      get: forbiddenStorage,
      configurable: true,
    })
    storePages("k1", 3)
    expect(pagesAt("k1")).toBe(1)
  })
})

const COOKIES = [
  ["language", 365, example(languageCookie, "en", "en")],
  ["consent", 180, example(consentCookie, "accepted", "accepted")],
  ["fingerprint", 365, example(fingerprintCookie, "0123456789abcdef", "0123456789abcdef")],
  ["geo", 1, example(geoCookie, "NL", "NL")],
  ["favourites", 365, example(favouritesCookie, ["p_1", "p_2"], "p_1.p_2")],
] as ReadonlyArray<[string, number, Example<unknown>]>

describe("a cookie that script writes", () => {
  it.each(COOKIES)(
    "named %s is set at the root for %i days, Lax, secure on https [STORE-07, STORE-11]",
    (name, days, { store, value, text }) => {
      expect(store.write(value)).toBe(true)
      expect(jar.written).toEqual([
        `${name}=${text}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax; Secure`,
      ])
      expect(store.read()).toEqual({ status: 200, value })
      store.forget()
      expect(store.read().status).toBe(404)
    },
  )

  it("is not secure in development, where the page is not", () => {
    surround("http:")
    geoCookie.write("BE")
    expect(jar.written).toEqual(["geo=BE; Max-Age=86400; Path=/; SameSite=Lax"])
  })

  it("is reported as refused where the browser keeps none", () => {
    const deaf = {
      get cookie() {
        return ""
      },
      set cookie(_text: string) {
        // As a browser does that refuses cookies.
      },
    }
    const codec: Codec<string> = { encode: String, decode: String }
    expect(
      cookieStore(
        "x",
        1,
        codec,
        () => deaf,
        () => true,
      ).write("a"),
    ).toBe(false)
  })

  it("is found by its whole name", () => {
    expect(valueIn("xgeo=BE; geo=NL; geox=DE", "geo")).toBe("NL")
    expect(valueIn("", "geo")).toBeNull()
  })
})

describe("stored items", () => {
  const fill = () => {
    for (const { store, value } of [
      ...(Object.values(LOCAL) as ReadonlyArray<Example<unknown>>),
      ...COOKIES.map(([, , cookie]) => cookie),
      example(seenBannerStore, true, "1") as Example<unknown>,
    ]) {
      store.write(value)
    }
  }

  it("of a member are deleted at log-out, and no others", () => {
    fill()
    favouritesCopyStore.write({ memberId: "m_1", performerIds: ["p_1"] })
    expect(areMemberStoresEmpty()).toBe(false)
    forgetMemberStores()
    expect(areMemberStoresEmpty()).toBe(true)
    const gone = [favouritesStore, favouritesCookie, favouritesCopyStore]
    expect(gone.map((s) => s.read().status)).toEqual([404, 404, 404])
    // Whose profile they read last, and whose they registered from.
    expect([previousRouteStore, registeredFromStore].map((s) => s.read().status)).toEqual([
      404, 404,
    ])
    expect([themeStore, languageCookie, consentCookie].map((s) => s.read().status)).toEqual([
      200, 200, 200,
    ])
  })

  it("that need consent are deleted at a refusal, and no others", () => {
    fill()
    forgetConsented()
    const gone = [fingerprintCookie, fingerprintIdStore, geoCookie]
    expect([...gone, guestVisitedStore, seenBannerStore].map((s) => s.read().status)).toEqual(
      Array.from({ length: 5 }, () => 404),
    )
    expect([themeStore, favouritesStore, previousRouteStore].map((s) => s.read().status)).toEqual([
      200, 200, 200,
    ])
  })
})
