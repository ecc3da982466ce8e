import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import {
  type HeaderReader,
  mayDelete,
  mayOpenWebSocket,
  mayPost,
  mayPostOffer,
  mayReadEventStream,
  type OriginVerdict,
} from "./origin.ts"

const production = { own: new Set(["https://example.com"]), trustHost: false }
const development = { own: new Set(["http://localhost:3000"]), trustHost: true }

const headers =
  (values: Readonly<Record<string, string | undefined>>): HeaderReader =>
  (name) =>
    values[name]

const post = {
  origin: "https://example.com",
  "sec-fetch-site": "same-origin",
  "content-type": "application/json",
  "x-foldcast": "1",
}
const foreignOrigins = [
  undefined,
  "null",
  "",
  "http://example.com",
  "https://example.com:444",
  "https://example.com.evil.test",
  "https://evil.test",
  "https://example.com, https://evil.test",
  "https://EXAMPLE.com/",
]

describe("a POST", () => {
  it("is allowed from the page's own origin, as JSON, with our header", () => {
    expect(mayPost(production, headers(post))).toBe("allowed")
    const { "sec-fetch-site": _site, ...older } = post
    expect(mayPost(production, headers(older))).toBe("allowed")
  })

  it("is foreign from any other origin and without one", () => {
    for (const origin of foreignOrigins) {
      expect(mayPost(production, headers({ ...post, origin }))).toBe("foreignSite")
    }
  })

  it("is foreign when the browser says so, and without our header", () => {
    for (const site of ["cross-site", "same-site", "none", ""]) {
      expect(mayPost(production, headers({ ...post, "sec-fetch-site": site }))).toBe("foreignSite")
    }
    for (const own of [undefined, "", "0", "1, 1"]) {
      expect(mayPost(production, headers({ ...post, "x-foldcast": own }))).toBe("foreignSite")
    }
  })

  it("reaches a brand from that brand's own pages, not from another's", () => {
    const brands = { own: new Set(["https://a.example", "https://b.example"]), trustHost: false }
    const to = (host: string, origin: string) => mayPost(brands, headers({ ...post, host, origin }))
    expect(to("a.example", "https://a.example")).toBe("allowed")
    expect(to("B.example:443", "https://b.example")).toBe("allowed")
    expect(to("a.example", "https://b.example")).toBe("foreignSite")
    expect(to("b.example:443", "https://a.example")).toBe("foreignSite")
    // Behind a proxy that sends its own host name.
    expect(to("gateway.internal:3000", "https://b.example")).toBe("allowed")
  })

  it("must be application/json, exactly", () => {
    const wrong = [
      undefined,
      "",
      "text/plain",
      "application/json; charset=utf-8",
      "application/json, text/plain",
      "text/plain; application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
    ]
    for (const type of wrong) {
      const verdict = mayPost(production, headers({ ...post, "content-type": type }))
      expect(verdict).toBe("unsupportedMediaType")
    }
  })
})

describe("an offer and a DELETE", () => {
  const offer = { ...post, "content-type": "application/sdp" }
  const { "content-type": _type, ...untyped } = post

  it("are allowed where a POST is, the one as a session description", () => {
    expect(mayPostOffer(production, headers(offer))).toBe("allowed")
    expect(mayDelete(production, headers(untyped))).toBe("allowed")
    for (const type of [undefined, "application/json", "application/sdp; a=b", "text/plain"]) {
      const verdict = mayPostOffer(production, headers({ ...post, "content-type": type }))
      expect(verdict).toBe("unsupportedMediaType")
    }
    expect(mayPost(production, headers(offer))).toBe("unsupportedMediaType")
  })

  it("are foreign where a POST is", () => {
    for (const wrong of [
      ...foreignOrigins.map((origin) => ({ origin })),
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "x-foldcast": undefined },
      { "x-foldcast": "0" },
    ]) {
      expect(mayPostOffer(production, headers({ ...offer, ...wrong }))).toBe("foreignSite")
      expect(mayDelete(production, headers({ ...untyped, ...wrong }))).toBe("foreignSite")
    }
  })
})

describe("a WebSocket", () => {
  it("opens for the page's own origin only", () => {
    expect(mayOpenWebSocket(production, headers(post))).toBe("allowed")
    for (const origin of foreignOrigins) {
      expect(mayOpenWebSocket(production, headers({ origin }))).toBe("foreignSite")
    }
    const cross = { origin: post.origin, "sec-fetch-site": "cross-site" }
    expect(mayOpenWebSocket(production, headers(cross))).toBe("foreignSite")
  })

  it("trusts the Host header in development only", () => {
    const asked = headers({ origin: "http://192.0.2.5:3000", host: "192.0.2.5:3000" })
    expect(mayOpenWebSocket(development, asked)).toBe("allowed")
    expect(mayOpenWebSocket(production, asked)).toBe("foreignSite")
    const evil = headers({ origin: "http://evil.test", host: "localhost:3000" })
    expect(mayOpenWebSocket(development, evil)).toBe("foreignSite")
  })
})

describe("a request for an event stream", () => {
  it("is allowed from the same origin's pages only, with or without an Origin", () => {
    const read = (values: Readonly<Record<string, string>>): OriginVerdict =>
      mayReadEventStream(production, headers(values))
    expect(read({ "sec-fetch-site": "same-origin" })).toBe("allowed")
    expect(read({ "sec-fetch-site": "same-origin", origin: "https://example.com" })).toBe("allowed")
    expect(read({})).toBe("foreignSite")
    for (const site of ["cross-site", "same-site", "none"]) {
      expect(read({ "sec-fetch-site": site })).toBe("foreignSite")
    }
    const evil = { "sec-fetch-site": "same-origin", origin: "https://evil.test" }
    expect(read(evil)).toBe("foreignSite")
  })
})

it.effect.prop(
  "generated headers are never allowed, and never throw",
  [
    Schema.Record(
      Schema.Literals(["origin", "host", "sec-fetch-site", "content-type"]),
      Schema.String,
    ),
  ],
  ([values]) =>
    Effect.sync(() => {
      for (const may of [mayPost, mayPostOffer, mayDelete, mayOpenWebSocket]) {
        expect(may(production, headers(values))).toBe("foreignSite")
      }
      expect(["allowed", "foreignSite"]).toContain(mayReadEventStream(production, headers(values)))
    }),
)
