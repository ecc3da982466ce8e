import { QueryClient } from "@tanstack/react-query"
import { expect, it } from "vitest"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { memberCalled } from "./member-called.fixtures.ts"
import { MemberData } from "./member-data.ts"
import { memoryStorage } from "./memory-storage.fixtures.ts"
import { tabStorage } from "./tab-storage.ts"

const started: SiteState["visit"]["started"] = {
  locale: "en",
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
}
const guest: SiteState = { ...INITIAL_STATE, visit: { ...INITIAL_STATE.visit, started } }

const opened = () => {
  const kept = memoryStorage()
  const storage = tabStorage(
    () => kept,
    () => "tab-1",
    () => "/",
  )
  const queries = new QueryClient()
  const memberData = new MemberData(queries, storage)
  const leave = () => {
    queries.setQueryData(["answer"], 1)
    storage.drafts.keep("profile", { name: "typed" })
  }
  const left = () => [queries.getQueryData(["answer"]), storage.drafts.read("profile")]
  return { memberData, leave, left }
}
const NOTHING = [undefined, null]

it("data is kept for the same member", () => {
  const { memberData, leave, left } = opened()
  memberData.shown(memberCalled("robin", guest))
  leave()
  memberData.shown(memberCalled("robin", guest))
  memberData.keepOnlyOwn(memberCalled("robin", guest))
  expect(left()).toEqual([1, { name: "typed" }])
})

it("data of a member is dropped once another visitor is shown", () => {
  for (const next of [guest, memberCalled("noor", guest)]) {
    const { memberData, leave, left } = opened()
    memberData.shown(memberCalled("robin", guest))
    leave()
    memberData.keepOnlyOwn(next)
    expect(left()).toEqual(NOTHING)
  }
})

it("data is neither kept nor dropped before it is known who the visitor is", () => {
  const { memberData, leave, left } = opened()
  memberData.shown(memberCalled("robin", guest))
  leave()
  memberData.keepOnlyOwn(INITIAL_STATE)
  expect(left()).toEqual([1, { name: "typed" }])
})
