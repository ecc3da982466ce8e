import { describe, expect, it } from "vitest"
import { actingToken, actionPairs, carriesAction, withoutAction } from "./query-actions.ts"

describe("the action in an address's query", () => {
  it("is removed with its token and password, and the rest stays as it was written", () => {
    for (const action of ["login", "resetpassword", "validate", "register"]) {
      expect(withoutAction(`p=x&action=${action}&token=a.b.c&q=%20+1&password=z&p=y`)).toBe(
        "p=x&q=%20+1&p=y",
      )
    }
    expect(withoutAction("%61ction=login&t%6Fken=a.b.c")).toBe("")
    expect(actionPairs("p=x&action=login&token=a")).toEqual(["action=login", "token=a"])
  })
  it("is removed also where it is unknown, as the browser does it, since its token may be real", () => {
    for (const query of [
      "token=a.b.c&p=x",
      "p=x&action=other&token=a",
      "action=Login&p=x",
      "next=settings&p=x",
    ]) {
      expect(carriesAction(query)).toBe(true)
      expect(withoutAction(query)).toBe("p=x")
      expect(actionPairs(query)).toEqual([])
    }
  })
  it("uses the token that the browser would use, and none without an action of its own", () => {
    for (const action of ["login", "resetpassword", "validate"]) {
      expect(actingToken(`p=x&action=${action}&token=a.b.c&token=d`)).toBe("a.b.c")
      expect(actingToken(`%61ction=${action}&t%6Fken=a`)).toBe("a")
      expect(actingToken(`action=${action}`)).toBeNull()
      expect(actingToken(`action=${action}&token=`)).toBeNull()
      expect(actingToken(`action=other&action=${action}&token=a`)).toBeNull()
    }
    expect(actingToken("action=register&token=a")).toBeNull()
    expect(actingToken("token=a")).toBeNull()
  })
  it("is looked for in no other parameter", () => {
    for (const query of ["", "p=x&&q=", "tokens=a", "q=action"]) {
      expect(carriesAction(query)).toBe(false)
      expect(withoutAction(query)).toBe(query)
      expect(actionPairs(query)).toEqual([])
    }
  })
})
