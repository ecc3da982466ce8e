/** A member's favourites in their browser: three copies, one of which a reload reads, all gone at log-out. */
import { BehaviorSubject } from "rxjs"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { shownFavouriteIds } from "@foldcast/folds/favourites"
import { TestLog } from "@foldcast/folds/log.fixtures"
import { storeFavourites, newestWithin } from "./store-favourites.ts"
import { memoryStorage } from "./memory-storage.fixtures.ts"
import type { SiteRuntime } from "./site-runtime.ts"
import { favouritesCookie, favouritesCopyStore, favouritesStore } from "./stores/favourites.ts"
import { forgetMemberStores } from "./stores/stored-items.ts"

const loggedIn = (memberId = "m_1"): Event => ({
  _tag: "LoggedIn",
  memberId: memberId as MemberId,
  username: "noor",
  verified: true,
})
const listed = (...performerIds: ReadonlyArray<string>): Event => ({
  _tag: "FavouritesListed",
  performerIds,
})

/** A document as far as this needs one: a log that grows, and the state it folds to. */
class Document {
  readonly log = new TestLog()
  readonly facts: Array<ClientFact> = []
  readonly #state$ = new BehaviorSubject(this.log.state)
  readonly runtime = {
    state$: this.#state$,
    getState: () => this.#state$.value,
    dispatch: (fact: ClientFact) => {
      this.facts.push(fact)
      this.log.fact(fact)
      this.#state$.next(this.log.state)
    },
  } as unknown as SiteRuntime

  tell(...events: ReadonlyArray<Event>) {
    for (const event of events) this.log.event(event)
    this.#state$.next(this.log.state)
  }

  get ids() {
    return shownFavouriteIds(this.#state$.value)
  }
}

const cookies = new Map<string, string>()
beforeEach(() => {
  cookies.clear()
  vi.stubGlobal("location", { protocol: "https:" })
  vi.stubGlobal("localStorage", memoryStorage())
  vi.stubGlobal("sessionStorage", memoryStorage())
  vi.stubGlobal("document", {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    },
    set cookie(text: string) {
      const [name = "", value = ""] = (text.split(";")[0] ?? "").split("=")
      if (text.includes("Max-Age=0")) cookies.delete(name)
      else cookies.set(name, value)
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const kept = () => ({
  session: favouritesCopyStore.read().value?.performerIds ?? null,
  local: favouritesStore.read().value,
  cookie: favouritesCookie.read().value,
})

describe("the stored favourites of a member", () => {
  it("are written to all three places whenever their list changes", () => {
    const page = new Document()
    page.tell(loggedIn())
    storeFavourites(page.runtime)
    expect(kept()).toEqual({ session: null, local: null, cookie: null })
    page.tell(listed("p_2", "p_1"))
    const two = ["p_2", "p_1"]
    expect(kept()).toEqual({ session: two, local: two, cookie: two })
    page.tell({ _tag: "FavouriteAdded", performerId: "p_3" })
    const three = ["p_3", "p_2", "p_1"]
    expect(kept()).toEqual({ session: three, local: three, cookie: three })
  })

  it("are recalled from session storage after a reload, until their list comes [PROFILE-15]", async () => {
    favouritesCopyStore.write({ memberId: "m_1", performerIds: ["p_2", "p_1"] })
    const page = new Document()
    page.tell(loggedIn())
    storeFavourites(page.runtime)
    await vi.waitFor(() => expect(page.ids).toEqual(["p_2", "p_1"]))
    expect(page.facts).toEqual([{ _tag: "FavouritesRecalled", performerIds: ["p_2", "p_1"] }])
    // It is not the list: of a longer one than a fact can hold nothing is lost.
    expect(kept()).toEqual({ session: ["p_2", "p_1"], local: null, cookie: null })
    page.tell(listed("p_9"))
    expect(page.ids).toEqual(["p_9"])
    expect(kept().session).toEqual(["p_9"])
  })

  it("are not recalled over a list that has come", async () => {
    favouritesCopyStore.write({ memberId: "m_1", performerIds: ["p_1"] })
    const page = new Document()
    page.tell(loggedIn(), listed("p_2"))
    storeFavourites(page.runtime)
    await Promise.resolve()
    expect(page.ids).toEqual(["p_2"])
    expect(page.facts).toEqual([])
  })

  it("are read from session storage alone", async () => {
    favouritesStore.write(["p_7"])
    favouritesCookie.write(["p_8"])
    const page = new Document()
    page.tell(loggedIn())
    storeFavourites(page.runtime)
    await Promise.resolve()
    expect(page.facts).toEqual([])
    expect(page.ids).toBeNull()
  })

  it("of another member are not read, and a guest has none", async () => {
    favouritesCopyStore.write({ memberId: "m_other", performerIds: ["p_1"] })
    const page = new Document()
    storeFavourites(page.runtime)
    page.tell(loggedIn())
    await Promise.resolve()
    expect(page.facts).toEqual([])
    expect(page.ids).toBeNull()
    page.runtime.dispatch({ _tag: "FavouritesRecalled", performerIds: ["p_1"] })
    expect(page.ids).toEqual(["p_1"])
    const guest = new Document()
    guest.runtime.dispatch({ _tag: "FavouritesRecalled", performerIds: ["p_1"] })
    expect(guest.ids).toBeNull()
  })

  it("are deleted at log-out, and stay so", () => {
    const page = new Document()
    storeFavourites(page.runtime)
    page.tell(loggedIn(), listed("p_1"))
    expect(kept().session).toEqual(["p_1"])
    page.tell({ _tag: "LoggedOut", reason: "requested" })
    forgetMemberStores()
    page.tell(loggedIn("m_2"))
    expect(kept()).toEqual({ session: null, local: null, cookie: null })
  })

  it("fit into a cookie: the newest of a long list", () => {
    expect(newestWithin(["a1", "b2", "c3"], 6)).toEqual(["a1", "b2"])
    expect(newestWithin(["a1"], 2)).toEqual([])
    const page = new Document()
    storeFavourites(page.runtime)
    const many = Array.from({ length: 500 }, (_, index) => `performer-${index}`)
    page.tell(loggedIn(), listed(...many))
    expect(kept().local).toEqual(many)
    const cookie = kept().cookie ?? []
    expect(cookie).toEqual(many.slice(0, cookie.length))
    expect(cookie.join(".").length).toBeLessThanOrEqual(2_000)
    expect(cookie.length).toBeGreaterThan(100)
  })
})
