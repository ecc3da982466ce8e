import { inspect } from "node:util"
import { Arbitrary, Effect, Redacted, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import type { Environment } from "@foldcast/settings/read-settings"
import { settingsOf } from "@foldcast/settings/setting"
import { GatewayConfig, readConfig } from "./config.ts"
import { GATEWAY_SETTINGS } from "./settings.ts"

const good = (environment: Environment) => Result.getOrThrow(readConfig(environment))
const sentences = (environment: Environment) => {
  const result = readConfig(environment)
  return Result.isFailure(result) ? result.failure.sentences : []
}

const PRODUCTION = {
  FOLDCAST_ENV: "production",
  PUBLIC_ORIGINS: "https://example.com",
  SESSION_SECRET: "8f".repeat(8) + "0123456789abcdef".repeat(4),
  MEMBER_API_URL: "https://members.internal/",
  MEMBER_API_KEY: "a-real-key-of-the-member-api",
  PAYMENT_HOSTS: "pay.example.com",
  TRUSTED_PROXIES: "10.0.0.0/8",
}

const ALL = settingsOf(GATEWAY_SETTINGS).map(([, one]) => one)
const SETTING_NAMES = ALL.map(({ name }) => name)
const fallbackOf = (name: string) => ALL.find((one) => one.name === name)?.fallback ?? ""

describe("the gateway's settings", () => {
  it("are complete without any environment", () => {
    const config = good({})
    expect(config).toMatchObject({ production: false, port: 3000, host: "127.0.0.1" })
    expect([...config.origins.own]).toEqual(["http://localhost:3000", "http://127.0.0.1:3000"])
    expect(config.origins.trustHost).toBe(true)
    expect(config.limits).toMatchObject({
      resumeWindowMs: 600_000,
      resumeWindowEvents: 5_000,
      heartbeatMs: 25_000,
      lastFramesMs: 1_000,
      pongWithinMs: 8_000,
      maxCommandBytes: 16_384,
    })
    expect(config.limits.rates.failedLogInsPerAccount).toEqual({ count: 20, withinMs: 900_000 })
    expect(config.retentionDays).toBe(30)
    expect(config.supportTokens).toEqual([])
    expect(config.memberSocket.url).toBe(config.memberApi.url)
    expect(config.performerService).toMatchObject({
      url: config.memberApi.url,
      key: config.memberApi.key,
    })
    expect(config.chatSocket.url).toBe(config.memberApi.url)
    expect(config.media).toEqual({ url: config.memberApi.url, otherHosts: new Set() })
  })

  it("show the performer service its own key, and never the member API's", () => {
    const elsewhere = { PERFORMER_SERVICE_URL: "https://performers.internal" }
    expect(sentences(elsewhere)).toEqual([
      "PERFORMER_SERVICE_KEY must be set where PERFORMER_SERVICE_URL is.",
    ])
    const { performerService, memberApi, media, chatSocket } = good({
      ...elsewhere,
      PERFORMER_SERVICE_KEY: "a-key-of-its-own-for-performers",
    })
    expect(performerService.url).toBe("https://performers.internal")
    expect(Redacted.value(performerService.key)).toBe("a-key-of-its-own-for-performers")
    expect(Redacted.value(memberApi.key)).not.toBe("a-key-of-its-own-for-performers")
    expect(media.url).toBe("https://performers.internal")
    expect(chatSocket.url).toBe("https://performers.internal")
  })

  it("expect pictures at the root of a host, where answers' addresses say they are", () => {
    const behind = { MEMBER_API_URL: "https://upstream.internal/v1" }
    expect(good(behind).media.url).toBe("https://upstream.internal")
    expect(good({ ...behind, MEDIA_URL: "https://media.internal:8443/" }).media.url).toBe(
      "https://media.internal:8443",
    )
  })

  it("say where the media engine takes offers, or that there is none", () => {
    expect(good({}).mediaEngine).toMatchObject({
      url: null,
      whepPath: "/{path}/whep",
      whipPath: "/{path}/whip",
    })
    for (const path of ["/{path}", "/v1/{path}/whep", "/{path}/play.whep"]) {
      expect(good({ MEDIA_WHEP_PATH: path }).mediaEngine.whepPath).toBe(path)
      expect(good({ MEDIA_WHIP_PATH: path }).mediaEngine.whipPath).toBe(path)
    }
    for (const path of [
      "/whep",
      "{path}/whep",
      "/{path}/{path}",
      "/{path}?a",
      "/{path}/%2e",
      "/ {path}",
    ]) {
      expect(sentences({ MEDIA_WHEP_PATH: path }), path).toHaveLength(1)
      expect(sentences({ MEDIA_WHIP_PATH: path }), path).toHaveLength(1)
    }
  })

  it("are refused in production without real secrets and origins, with one sentence for each", () => {
    const refused = sentences({ FOLDCAST_ENV: "production" })
    const real = ALL.filter((one) => one.real)
    expect(refused).toHaveLength(real.length)
    for (const { name } of real) {
      expect(refused.some((text) => text.startsWith(`${name} must be set in production`))).toBe(
        true,
      )
    }
  })

  it("are refused in production with the values of development, also behind a real one", () => {
    for (const name of [
      "SESSION_SECRET",
      "MEMBER_API_KEY",
      "MEMBER_API_URL",
      "PAYMENT_HOSTS",
    ] as const) {
      const refused = sentences({ ...PRODUCTION, [name]: fallbackOf(name) })
      expect(refused).toHaveLength(1)
      expect(refused[0]).toContain(`${name} must not be the development value`)
    }
    const both = `${PRODUCTION.SESSION_SECRET},${fallbackOf("SESSION_SECRET")}`
    expect(sentences({ ...PRODUCTION, SESSION_SECRET: both })).toHaveLength(1)
    expect(sentences({ ...PRODUCTION, SESSION_SECRET: "a".repeat(40) })).toHaveLength(1)
  })

  it("trust nothing but the named https origins in production", () => {
    const { origins, memberApi } = good(PRODUCTION)
    expect(origins).toEqual({ own: new Set(["https://example.com"]), trustHost: false })
    expect(memberApi.url).toBe("https://members.internal")
    expect(sentences({ ...PRODUCTION, PUBLIC_ORIGINS: "http://example.com" })).toHaveLength(1)
  })

  it("name all faulty settings at once with what each must be, and never what was found there", () => {
    const canary = "canary-secret-value"
    const environment = {
      PORT: canary,
      SESSION_SECRET: canary,
      SUPPORT_TOKEN: "canary",
      SUPPORT_TOKENS: canary,
      MEMBER_API_URL: `ftp://${canary}`,
      TRUSTED_PROXIES: canary,
      RATE_COMMANDS_PER_OWNER: "0/1m",
      PUBLIC_ORIGINS: "https://example.com/path",
    }
    const refused = sentences(environment)
    expect(refused).toHaveLength(Object.keys(environment).length)
    expect(refused).toContain("PORT must be a whole number from 0 to 65535.")
    for (const sentence of refused) {
      expect(sentence).toMatch(/^[A-Z_]+ must be .+\.$/u)
      expect(sentence).not.toContain("canary")
    }
  })

  it("read secrets as hexadecimal, base64 or text, the current one first and older ones after it", () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 7)
    const hex = Buffer.from(bytes).toString("hex")
    const base64 = Buffer.from(bytes).toString("base64")
    const text = "a secret of words, no".replace(",", "") + " shorter than it has to be"
    const { sessionSecrets } = good({ SESSION_SECRET: [hex, base64, text].join(",") })
    expect(sessionSecrets.map((secret) => Redacted.value(secret).length)).toEqual([
      32,
      32,
      text.length,
    ])
    expect(Redacted.value(sessionSecrets[0])).toEqual(Buffer.from(bytes))
  })

  it("name support tokens, each once", () => {
    const token = "0123456789abcdef"
    const { supportTokens } = good({ SUPPORT_TOKENS: `eva:${token}`, SUPPORT_TOKEN: token })
    expect(supportTokens.map(({ name }) => name)).toEqual(["eva", "support"])
    expect(sentences({ SUPPORT_TOKENS: `eva:${token},eva:${token}` })).toHaveLength(1)
    expect(sentences({ SUPPORT_TOKENS: `support:${token}`, SUPPORT_TOKEN: token })).toHaveLength(1)
  })

  it("hide their secrets when they are printed", () => {
    const config = good({
      SUPPORT_TOKEN: "canary-support-token",
      MEMBER_API_KEY: "canary-member-key",
    })
    expect(JSON.stringify(config)).not.toContain("canary")
    expect(inspect(config, { depth: 5 })).not.toContain("canary")
  })

  it("are refused in production where they do not say what stands before the gateway", () => {
    const { TRUSTED_PROXIES: _, ...unsaid } = PRODUCTION
    expect(sentences(unsaid)).toEqual([
      "TRUSTED_PROXIES must be set in production: addresses or networks such as 10.0.0.0/8, separated by commas, or none where nothing stands before the gateway.",
    ])
    expect(good({ ...unsaid, TRUSTED_PROXIES: "none" }).trustedProxies.check("127.0.0.1")).toBe(
      false,
    )
    expect(sentences({ ...unsaid, TRUSTED_PROXIES: "none,10.0.0.0/8" })).toHaveLength(1)
  })

  it.each([
    ["MEMBER_API_URL", ""],
    ["MEMBER_SOCKET_URL", ""],
    ["PERFORMER_SERVICE_URL", ""],
    ["MEDIA_URL", ""],
    ["MEDIA_ENGINE_URL", ""],
    ["PARTNERS", "house="],
  ])(
    "are refused in production where they show %s to whoever reads the network",
    (name, before) => {
      const production = { ...PRODUCTION, PERFORMER_SERVICE_KEY: "a-key-of-its-own-for-performers" }
      const at = (url: string) => ({ ...production, [name]: `${before}${url}` })
      expect(sentences(at("http://upstream.internal"))).toEqual([
        `${name} must be https in production where UPSTREAM_NETWORK is not private.`,
      ])
      expect(sentences(at("http://127.0.0.1.example.com"))).toHaveLength(1)
      for (const url of ["https://upstream.internal", "http://127.0.0.2:81", "http://[::1]:81"]) {
        expect(sentences(at(url)), url).toEqual([])
      }
      const isPrivate = { ...at("http://upstream.internal"), UPSTREAM_NETWORK: "private" }
      expect(sentences(isPrivate)).toEqual([])
    },
  )

  it("read trusted proxies as addresses and networks", () => {
    const { trustedProxies } = good({ TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7,fd00::/8" })
    expect(trustedProxies.check("10.9.8.7")).toBe(true)
    expect(trustedProxies.check("192.0.2.8")).toBe(false)
    expect(trustedProxies.check("fd12::1", "ipv6")).toBe(true)
  })

  it("name brands, where they come from and which hosts are theirs [SHELL-06]", () => {
    const PARTNERS = "house=https://p.example/house/, other=https://p.example/other"
    const { partners, brandHosts } = good({
      PARTNERS,
      BRAND_HOSTS: "other=a.example,b.example:8443; house=c.example",
    })
    expect(partners).toEqual([
      { id: "house", url: "https://p.example/house" },
      { id: "other", url: "https://p.example/other" },
    ])
    expect(brandHosts).toEqual(
      new Map([
        ["other", new Set(["a.example", "b.example:8443"])],
        ["house", new Set(["c.example"])],
      ]),
    )
    for (const faulty of [
      { PARTNERS: "house" },
      { PARTNERS: "../x=https://p.example" },
      { PARTNERS: "house=https://p.example,house=https://q.example" },
      { PARTNERS: "house=file:///etc/passwd" },
      { PARTNERS, BRAND_HOSTS: "nobody=a.example" },
      { PARTNERS, BRAND_HOSTS: "other=a.example;house=a.example" },
      { PARTNERS, BRAND_HOSTS: "other=" },
      { PARTNERS, BRAND_HOSTS: "other=a.example=b" },
    ]) {
      expect(sentences(faulty), JSON.stringify(faulty)).toHaveLength(1)
    }
  })

  it("are read, or refused with sentences, whatever the environment holds", async () => {
    const name = Schema.Literals(SETTING_NAMES)
    const pair = Arbitrary.all([
      Arbitrary.schema(name),
      Arbitrary.schema(
        Schema.Union([Schema.String, Schema.Literals(["1", "a/b", ",", "::/0", "[]"])]),
      ),
    ])
    const result = await Effect.runPromise(
      Arbitrary.checkEffect(Arbitrary.array(pair), (pairs) => {
        const read = readConfig(Object.fromEntries(pairs))
        return Result.isSuccess(read) || read.failure.sentences.length > 0
      }),
    )
    expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
  })

  it("fail a layer with the same sentences", async () => {
    const exit = Effect.runPromise(
      Effect.provide(GatewayConfig, GatewayConfig.layer({ PORT: "x" })),
    )
    await expect(exit).rejects.toThrow("PORT must be a whole number from 0 to 65535.")
  })
})
