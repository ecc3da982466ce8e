/** Payment methods, failures, checkout and the return from the bank. */
import { describe, expect, it } from "vitest"
import { type CheckoutQuestion, checkoutObstacle } from "./checkout.ts"
import { paymentFailureReason } from "./payment-failure.ts"
import { defaultMethodId, isMethodOffered, methodOrder, providerOf } from "./payment-method.ts"
import { localePath, PAGE_NAMES, PAGES } from "./page-routes.ts"
import { isSitePath, returnUrlFault, returnUrlOf } from "./return-url.ts"

describe("a payment method", () => {
  it("is paynl's where its id is numeric, else dialxs's [WALLET-10]", () => {
    expect(["10", "709", "ideal", "10a", ""].map(providerOf)).toEqual([
      "paynl",
      "paynl",
      "dialxs",
      "dialxs",
      "dialxs",
    ])
  })

  it("has its provider's order and default per language [WALLET-41] [WALLET-42] [WALLET-43] [WALLET-44]", () => {
    expect(methodOrder("paynl").toSorted()).toEqual(["10", "436", "553", "595", "709"])
    expect(methodOrder("dialxs").toSorted()).toEqual(["creditcard", "ideal", "mistercash"])
    expect((["nl", "en", "de"] as const).map((l) => defaultMethodId("paynl", l))).toEqual([
      "10",
      "709",
      "709",
    ])
    expect((["nl", "en", "de"] as const).map((l) => defaultMethodId("dialxs", l))).toEqual([
      "ideal",
      "creditcard",
      "creditcard",
    ])
  })

  it("that is switched off is known and not offered", () => {
    expect(isMethodOffered("sofortbanking")).toBe(false)
    expect(isMethodOffered("ideal")).toBe(true)
  })
})

describe("a failure code", () => {
  it("has one of five reasons, and an unlisted one the default [WALLET-35] [WALLET-39]", () => {
    expect([100, 299, 300, 302, 308, 309, 0, -1, 1_000].map(paymentFailureReason)).toEqual([
      "default",
      "antiFraud",
      "default",
      "rejected",
      "expired",
      "cancelled",
      "default",
      "default",
      "default",
    ])
  })
})

describe("a checkout", () => {
  const method = {
    id: "436",
    name: "Bank",
    image: "/436.svg",
    provider: "paynl",
    subOptions: [{ id: "bank-1", name: "Bank one" }],
  } as const
  const basket = { bundleId: "b1", methodId: "436", subOptionId: "bank-1" }
  const bundle = {
    id: "b1",
    name: "b1",
    costCents: 990,
    credits: 600,
    currency: "EUR",
    bonusMinutes: 0,
    label: null,
    tags: [],
  } as const
  const may: CheckoutQuestion = {
    isMember: true,
    isOnline: true,
    isPaymentReady: true,
    bundle,
    method,
    basket,
  }

  it("is possible with a bundle and a method chosen", () => {
    expect(checkoutObstacle(may)).toBeNull()
    const plain = { ...method, subOptions: [] }
    const none = { ...basket, subOptionId: null }
    expect(checkoutObstacle({ ...may, method: plain, basket: none })).toBeNull()
  })

  it("is closed until a sub-option is chosen where the method has any [WALLET-23]", () => {
    const without = { ...basket, subOptionId: null }
    expect(checkoutObstacle({ ...may, basket: without })).toBe("noSubOption")
    const foreign = { ...basket, subOptionId: "bank-9" }
    expect(checkoutObstacle({ ...may, basket: foreign })).toBe("noSubOption")
  })

  it("names the first thing that is missing", () => {
    expect(checkoutObstacle({ ...may, isMember: false, bundle: null })).toBe("notLoggedIn")
    expect(checkoutObstacle({ ...may, isPaymentReady: false })).toBe("paymentUnderWay")
    expect(checkoutObstacle({ ...may, bundle: null, method: null })).toBe("noBundle")
    expect(checkoutObstacle({ ...may, method: null })).toBe("noMethod")
    expect(checkoutObstacle({ ...may, isOnline: false })).toBe("offline")
  })
})

describe("a return address of a payment", () => {
  const origin = "https://site.example"

  it("is a page of the brand's own origin [WALLET-29]", () => {
    for (const path of ["/", "", "/nl", "/en", "/en/settings", "/profile/robin-1", "/nl/18-24"]) {
      expect([path, returnUrlFault(origin + path, origin)]).toEqual([path, null])
    }
  })

  it("may be any page of the site, the credits' history too [WALLET-29]", () => {
    for (const name of PAGE_NAMES.filter((page) => page !== "not-found")) {
      const path = PAGES[name].path.replaceAll(/\$\w+/gu, "Mila_1")
      for (const shown of [path, localePath(path, "en")]) {
        expect([shown, returnUrlOf(origin, shown)]).toEqual([shown, origin + shown])
        expect([shown, returnUrlFault(origin + shown, origin)]).toEqual([shown, null])
      }
    }
    expect(returnUrlOf(origin, PAGES["not-found"].path)).toBe(`${origin}/`)
  })

  it("is refused where it is of another origin", () => {
    for (const url of [
      "https://other.example/",
      "http://site.example/",
      "https://site.example.other.example/",
      "https://site.example:8443/",
      "javascript:alert(1)",
    ]) {
      expect([url, returnUrlFault(url, origin)]).toEqual([url, "foreignOrigin"])
    }
  })

  it("contains nothing that could lead elsewhere", () => {
    for (const rest of [
      "@other.example/",
      "/?next=x",
      "/#x",
      "/a/../b",
      "\\other",
      "/ ",
      "/%0d%0a/x",
    ]) {
      expect([rest, returnUrlFault(origin + rest, origin)]).not.toEqual([rest, null])
    }
    expect(returnUrlFault("settings", origin)).toBe("malformed")
  })

  it("is refused where it is no page of the site", () => {
    for (const path of ["/api", "/metrics", "//other.example", "/a/b/c", "/profile/a/b"]) {
      expect([path, returnUrlFault(origin + path, origin)]).toEqual([path, "unknownPath"])
    }
    expect(isSitePath("/en/messenger/new-conversation")).toBe(true)
  })

  it("is always accepted when the site built it", () => {
    for (const path of ["/", "/en/settings", "/404/x/y", "/a b", "//x"]) {
      expect(returnUrlFault(returnUrlOf(origin, path), origin)).toBeNull()
    }
  })
})
