import { describe, expect, it } from "vitest"
import { pageAction } from "./page-action.ts"

const link = (
  action: string | null,
  token: string | null = null,
  password: string | null = null,
  next: string | null = null,
  goesOn = false,
) => pageAction({ action, token, password, next }, goesOn)

describe("the action of a link", () => {
  it("logs in with a token, and asks for the log-in without one [ROUTE-38]", () => {
    expect(link("login", "t.o.k")).toEqual({ _tag: "LogIn", token: "t.o.k", goesOn: false })
    expect(link("login")).toEqual({ _tag: "LogIn", token: null, goesOn: false })
    expect(link("login", "")).toEqual({ _tag: "LogIn", token: null, goesOn: false })
  })

  it("takes the token and the old password of a reset link [ROUTE-41]", () => {
    expect(link("resetpassword", "t.o.k", "old")).toEqual({
      _tag: "ResetPassword",
      token: "t.o.k",
      password: "old",
    })
    expect(link("resetpassword", "t.o.k")).toMatchObject({ password: null })
    expect(link("resetpassword")).toMatchObject({ token: null })
  })

  it("registers and validates [ROUTE-42, ROUTE-43]", () => {
    expect(link("register")).toEqual({ _tag: "Register" })
    expect(link("validate", "t.o.k")).toEqual({ _tag: "Validate", token: "t.o.k", goesOn: false })
  })

  it("is carried out by itself where the gateway says that the browser is the member's own", () => {
    const token = "t.o.k"
    expect(link("login", token, null, null, true)).toEqual({ _tag: "LogIn", token, goesOn: true })
    expect(link("validate", token, null, null, true)).toMatchObject({ goesOn: true })
  })

  it("leads on to a page for members, where nothing else is asked", () => {
    expect(link(null, null, null, "settings")).toEqual({ _tag: "GoOn", page: "settings" })
    expect(link("register", null, null, "settings")).toEqual({ _tag: "Register" })
    expect(link(null, null, null, "//evil.test")).toBeNull()
  })

  it("is ignored without the token it needs, and where it is unknown", () => {
    expect(pageAction(null, true)).toBeNull()
    expect(link("validate")).toBeNull()
    expect(link("delete", "t.o.k")).toBeNull()
    expect(link(null, "t.o.k")).toBeNull()
  })
})
