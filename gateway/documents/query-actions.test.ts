import { describe, expect, it } from "vitest"
import { actionPairs, withoutAction } from "./query-actions.ts"

describe("a query's action", () => {
  it("is taken out with its token and password; the rest stays as it was written", () => {
    for (const action of ["login", "resetpassword", "validate", "register"]) {
      expect(withoutAction(`p=x&action=${action}&token=a.b.c&q=%20+1&password=z&p=y`)).toBe(
        "p=x&q=%20+1&p=y",
      )
    }
    expect(withoutAction("%61ction=login&t%6Fken=a.b.c")).toBe("")
    expect(actionPairs("p=x&action=login&token=a")).toEqual(["action=login", "token=a"])
  })
  it("is only one of ours: other queries are left alone", () => {
    for (const query of ["", "token=a.b.c", "action=other&token=a", "p=x&&q="]) {
      expect(withoutAction(query)).toBe(query)
      expect(actionPairs(query)).toEqual([])
    }
  })
})
