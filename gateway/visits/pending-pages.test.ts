import { describe, expect, it } from "vitest"
import type { Epoch, VisitId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import { MAX_PENDING, PENDING_MS, type PendingPage, PendingPages } from "./pending-pages.ts"

const OWNER = "o1" as OwnerId
const page = (visit: string, at = 0): PendingPage => ({
  visit: visit as VisitId,
  epoch: "e1" as Epoch,
  owner: OWNER,
  member: null,
  locale: "nl",
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
  base: "page",
  at,
  events: [],
})

describe("visits given out with pages", () => {
  it("are held for two minutes and no longer", () => {
    const pages = new PendingPages()
    pages.add(page("v1"))
    expect(pages.peek("v1" as VisitId, OWNER, PENDING_MS)).toBeDefined()
    expect(pages.peek("v1" as VisitId, OWNER, PENDING_MS + 1)).toBeUndefined()
  })
  it("can be taken once", () => {
    const pages = new PendingPages()
    pages.add(page("v1"))
    expect(pages.take("v1" as VisitId, OWNER, 1)).toBeDefined()
    expect(pages.take("v1" as VisitId, OWNER, 1)).toBeUndefined()
  })
  it("can be taken by their owner alone", () => {
    const pages = new PendingPages()
    pages.add(page("v1"))
    expect(pages.take("v1" as VisitId, "o2" as OwnerId, 1)).toBeUndefined()
    expect(pages.take("v1" as VisitId, OWNER, 1)).toBeDefined()
  })
  it("number ten thousand at most, the oldest going first", () => {
    const pages = new PendingPages()
    for (let index = 0; index <= MAX_PENDING; index++) pages.add(page(`v${index}`, index % 2))
    expect(pages.size).toBe(MAX_PENDING)
    expect(pages.peek("v0" as VisitId, OWNER, 1)).toBeUndefined()
    expect(pages.peek("v1" as VisitId, OWNER, 1)).toBeDefined()
  })
  it("are dropped with the session that was given them", () => {
    const pages = new PendingPages()
    pages.add(page("v1"))
    pages.dropOwner(OWNER)
    expect(pages.size).toBe(0)
  })
})
