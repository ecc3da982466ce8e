import { Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import { readBackendConfig } from "./config.ts"

const production = {
  FOLDCAST_ENV: "production",
  MEMBER_API_KEY: "k".repeat(32),
  TOKEN_SECRET: "t".repeat(32),
  BANK_SECRET: "b".repeat(32),
  BANK_URL: "https://bank.example",
  SMTP_URL: "smtps://mail.example",
  SITE_ORIGINS: "foldcast=https://site.example",
}

const sentencesOf = (environment: Record<string, string>) => {
  const read = readBackendConfig(environment)
  return Result.isFailure(read) ? read.failure.sentences : []
}

describe("backend configuration", () => {
  it("needs no setting in development, and shows none of its secrets when printed", () => {
    const config = Result.getOrThrow(readBackendConfig({}))
    expect(config).toMatchObject({
      production: false,
      host: "127.0.0.1",
      demo: true,
      providerStates: false,
      payments: { provider: "paynl" },
      limits: {
        failedLogInsPerAccount: { count: 20, withinMs: 900_000 },
        failedLogInsPerAddress: { count: 100, withinMs: 900_000 },
        registrationsPerAddress: { count: 60, withinMs: 3_600_000 },
      },
    })
    expect(JSON.stringify(config)).not.toContain("development-")
  })

  it("demands every secret in production, with one sentence for each", () => {
    expect(sentencesOf({ FOLDCAST_ENV: "production" })).toEqual([
      "MEMBER_API_KEY must be set in production: 24 visible characters or more.",
      "TOKEN_SECRET must be set in production: 24 visible characters or more; older ones may follow after commas.",
      "SITE_ORIGINS must be set in production: brands with their http or https origins, such as foldcast=https://site.example.",
      "BANK_SECRET must be set in production: 24 visible characters or more.",
      "BANK_URL must be set in production: an http or https address.",
      "SMTP_URL must be set in production: an smtp:// or smtps:// address.",
    ])
    expect(sentencesOf({ ...production, TOKEN_SECRET: "development-only-token-secret" })).toEqual([
      "TOKEN_SECRET must not be the development value in production: it must be 24 visible characters or more; older ones may follow after commas.",
    ])
  })

  it("accepts earlier token secrets behind the current one, each as long as any", () => {
    const [first, second] = ["t".repeat(24), "u".repeat(24)]
    const { tokenSecrets } = Result.getOrThrow(
      readBackendConfig({ TOKEN_SECRET: `${first}, ${second}` }),
    )
    expect(tokenSecrets.map(Redacted.value)).toEqual([first, second])
    expect(sentencesOf({ TOKEN_SECRET: `${first},short` })).toHaveLength(1)
    const dev = `${first},development-only-token-secret`
    expect(sentencesOf({ ...production, TOKEN_SECRET: dev })).toHaveLength(1)
  })

  it("refuses the verification hook in production, and seeds no demo member there", () => {
    expect(sentencesOf({ ...production, PROVIDER_STATES: "on" })).toHaveLength(1)
    expect(Result.getOrThrow(readBackendConfig({ ...production, DEMO: "on" })).demo).toBe(false)
  })

  it("holds the demo world at a moment given with its time zone, and at none when not set", () => {
    expect(Result.getOrThrow(readBackendConfig({})).demoAt).toBeNull()
    const held = readBackendConfig({ DEMO_AT: "2026-11-20T20:00:00Z" })
    expect(Result.getOrThrow(held).demoAt).toBe(Date.UTC(2026, 10, 20, 20))
    expect(sentencesOf({ DEMO_AT: "2026-11-20 20:00" })).toHaveLength(1)
  })

  it("takes the wallet's provider from a setting, paynl when not set [WALLET-40]", () => {
    expect(Result.getOrThrow(readBackendConfig({})).payments.provider).toBe("paynl")
    const dialxs = Result.getOrThrow(readBackendConfig({ PAYMENT_PROVIDER: "dialxs" }))
    expect(dialxs.payments.provider).toBe("dialxs")
    expect(sentencesOf({ PAYMENT_PROVIDER: "other" })).toEqual([
      "PAYMENT_PROVIDER must be paynl or dialxs.",
    ])
  })

  it("offers three numbers of the simulated provider in development, and none in production where none are set", () => {
    const countriesOf = (environment: Record<string, string>) =>
      Result.getOrThrow(readBackendConfig(environment)).phone.lines.map(({ country }) => country)
    expect(countriesOf({})).toEqual(["NL", "BE", "DE"])
    expect(countriesOf({ PHONE_NUMBERS: "none" })).toEqual([])
    expect(countriesOf(production)).toEqual([])
  })

  it("tells beside a number what a call costs at most, by the shorter of its country's limit and ours", () => {
    const linesOf = (PHONE_MAX_MINUTES: string) =>
      Result.getOrThrow(
        readBackendConfig({
          PHONE_NUMBERS: "NL:0906-1234:80:45, BE:0907-12345:100",
          PHONE_MAX_MINUTES,
        }),
      ).phone.lines
    expect(linesOf("30")).toMatchObject([
      { number: "0906-1234", digits: "09061234", maxSeconds: 1_800, maxCents: 2_445 },
      { number: "0907-12345", maxSeconds: 600, maxCents: 1_000 },
    ])
    expect(linesOf("5")).toMatchObject([{ maxSeconds: 300 }, { maxSeconds: 300, maxCents: 500 }])
  })

  it("refuses a number that does not fit its tariff, with the reason and without the digits", () => {
    const refused = (PHONE_NUMBERS: string) => sentencesOf({ PHONE_NUMBERS }).join()
    expect(refused("NL:0906-1234:80,BE:0906-12345:150")).toBe(
      "PHONE_NUMBERS: number 2 of 2 costs nothing, or more a minute than its prefix may.",
    )
    expect(refused("NL:0909-1234:80")).toMatch(/gives to other services/u)
    expect(refused("DE:0900-512345:100:50")).toMatch(/charges for the start/u)
    expect(refused("FR:0899-1234:80")).toMatch(/none of NL, BE, DE/u)
    expect(refused("NL:0906-1234:80,BE:09061234:80")).toMatch(/number 2 of 2 has the digits of/u)
    expect(refused("0906-1234")).toMatch(/must be premium numbers/u)
  })

  it("demands the phone's secret and its address in production where anybody can pay by phone", () => {
    const withNumbers = { ...production, PHONE_NUMBERS: "NL:0906-1234:80" }
    expect(sentencesOf(withNumbers)).toEqual([
      "PHONE_SECRET must be set in production where PHONE_NUMBERS is.",
      "PHONE_URL must be set in production where PHONE_NUMBERS is: nobody else can hang up a call that no one watches.",
    ])
    const provider = { PHONE_SECRET: "p".repeat(32), PHONE_URL: "https://phone.example" }
    expect(sentencesOf({ ...withNumbers, ...provider })).toEqual([])
  })

  it("never repeats the text it refuses", () => {
    const text = "not-a-url-but-a-secret"
    expect(sentencesOf({ DATABASE_URL: text }).join()).not.toContain(text)
  })

  it("uses PostgreSQL where one is named, and the data directory otherwise", () => {
    expect(Result.getOrThrow(readBackendConfig({ DATA_DIR: "/d" })).database).toEqual({
      _tag: "Embedded",
      dataDir: "/d",
    })
    const url = "postgresql://u:p@h/d"
    const { database } = Result.getOrThrow(readBackendConfig({ DATABASE_URL: url }))
    expect(database._tag === "Postgres" && Redacted.value(database.url)).toBe(url)
  })
})
