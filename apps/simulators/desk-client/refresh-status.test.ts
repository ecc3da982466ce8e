import { expect, it } from "vitest"
import { RefreshStatus } from "./refresh-status.ts"

it("the status shows nothing as long as every request is answered", () => {
  const notice = new RefreshStatus()
  expect([notice.answered(0), notice.answered(60_000)]).toEqual(["none", "none"])
})

it("the status shows that the connection is lost until a request is answered, then for five seconds that it is back", () => {
  const notice = new RefreshStatus()
  expect([notice.failed(), notice.failed()]).toEqual(["lost", "lost"])
  expect(notice.isLost).toBe(true)
  expect(notice.answered(1_000)).toBe("restored")
  expect(notice.isLost).toBe(false)
  expect([notice.answered(6_000), notice.answered(6_001)]).toEqual(["restored", "none"])
})
