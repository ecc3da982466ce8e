import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { choiceCookie } from "./choice-cookies.ts"
import { resolveLocale } from "./page-locale.ts"

describe("a page's language", () => {
  it("is the prefix's, then the cookie's, then the browser's, then Dutch [SHELL-04, CONST-02]", () => {
    expect(resolveLocale("/en", "nl", "nl").locale).toBe("en")
    expect(resolveLocale("/", "en", "nl").locale).toBe("en")
    expect(resolveLocale("/", undefined, "fr, en;q=0.7, nl;q=0.2").locale).toBe("en")
    expect(resolveLocale("/", undefined, "fr-FR").locale).toBe("nl")
    expect(resolveLocale("/", undefined, undefined).locale).toBe("nl")
  })
  it("offers only Dutch and English [SHELL-02]", () => {
    expect(resolveLocale("/de", "de", "de").locale).toBe("nl")
    expect(resolveLocale("/de", undefined, undefined).prefix).toBe(null)
  })
  it("keeps a stored cookie and sets one for a prefixed visit that has none [SHELL-05]", () => {
    expect(resolveLocale("/en", "nl", undefined).storesCookie).toBe(false)
    expect(resolveLocale("/en", undefined, undefined).storesCookie).toBe(true)
    expect(resolveLocale("/", undefined, "en").storesCookie).toBe(false)
  })
  it("does not take a word for a prefix that only begins like a language", () => {
    expect(resolveLocale("/english", undefined, undefined).prefix).toBe(null)
  })
  it.effect.prop(
    "is read from any header without throwing",
    [Schema.String, Schema.String, Schema.String],
    (texts) => Effect.sync(() => expect(["nl", "en"]).toContain(resolveLocale(...texts).locale)),
  )
  it("is stored at the site's root [STORE-07]", () => {
    expect(choiceCookie({ language: "en" }, true)).toMatch(
      /^language=en; Path=\/; .*SameSite=Lax; Secure$/u,
    )
  })
})
