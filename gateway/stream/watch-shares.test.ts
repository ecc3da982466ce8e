import { expect, it } from "vitest"
import { WatchShares } from "./watch-shares.ts"

it("the address that shows most performers gives way, with each performer counted once", () => {
  const shares = new WatchShares<string>()
  expect(shares.givesWay("a")).toBeUndefined()
  shares.release("a", ["1"])
  shares.add("a", "a1", ["1", "2"])
  shares.add("b", "b1", ["1", "2", "3"])
  expect(shares.givesWay("a")).toBe("b1")
  shares.release("b", ["3"])
  // If two hold equally much, the address itself gives way.
  expect([shares.givesWay("a"), shares.givesWay("b")]).toEqual(["a1", "b1"])
  shares.release("b", ["2"])
  expect(shares.givesWay("b")).toBe("a1")
  shares.add("a", "a2", ["1", "2"])
  shares.remove("a", "a1", ["1", "2"])
  expect(shares.givesWay("b")).toBe("a2")
  shares.remove("a", "a2", ["1", "2"])
  expect(shares.givesWay("a")).toBe("b1")
  shares.remove("b", "b1", ["1"])
  expect(shares.givesWay("a")).toBeUndefined()
})
