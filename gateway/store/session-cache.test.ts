import { expect, it } from "vitest"
import type { OwnerId } from "../log/visit-header.ts"
import { type HeldSession, SessionCache } from "./session-cache.ts"

const held = (name: string): HeldSession => ({
  owner: name as OwnerId,
  member: null,
  call: null,
  ageChecked: false,
  renewedAt: 0,
  cookies: [
    { hash: `${name}-1`, retiresAt: null },
    { hash: `${name}-2`, retiresAt: null },
  ],
})
const [a, b, c] = [held("a"), held("b"), held("c")]

it("the session cache finds a session by its owner and by each of its cookies, until it is dropped", () => {
  const cache = new SessionCache()
  cache.hold(a)
  cache.hold(b)
  expect(cache.byOwner(a.owner)).toBe(a)
  for (const hash of ["b-1", "b-2"]) expect(cache.byCookie(hash)).toBe(b)
  expect(cache.byCookie("c-1")).toBeUndefined()
  cache.drop(b.owner)
  expect([cache.byOwner(b.owner), cache.byCookie("b-1")]).toEqual([undefined, undefined])
  expect(cache.byCookie("a-1")).toBe(a)
})

it("the session cache holds a limited number, of which the one held longest goes first, with its cookies", () => {
  const cache = new SessionCache(2)
  for (const session of [a, b, a, c]) cache.hold(session)
  expect([a, b, c].map(({ owner }) => cache.byOwner(owner))).toEqual([a, undefined, c])
  expect(["a-1", "b-1", "c-1"].map((hash) => cache.byCookie(hash))).toEqual([a, undefined, c])
})

it("the session cache does not find a session by a cookie that it had before", () => {
  const cache = new SessionCache()
  cache.hold(a)
  cache.hold({ ...a, cookies: [{ hash: "a-3", retiresAt: null }] })
  expect(cache.byCookie("a-1")).toBeUndefined()
  expect(cache.byCookie("a-3")?.owner).toBe(a.owner)
})
