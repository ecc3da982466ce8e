import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { BACKEND_SETTINGS as BACKEND } from "@foldcast/backend/settings"
import { GATEWAY_SETTINGS as GATEWAY } from "@foldcast/gateway/settings"
import { MEDIA_SETTINGS as MEDIA } from "@foldcast/media/config"
import { settingsOf } from "@foldcast/settings/setting"
import { SIMULATOR_SETTINGS as SIMULATORS } from "@foldcast/simulators/config"
import { inheritedBy } from "./inherited-environment.ts"
import { crashesInARow, restartDelay } from "./restart-delay.ts"
import { DRAWN, readLaunchConfig, LAUNCHER_SETTINGS } from "./settings.ts"

const sentencesOf = (read: ReturnType<typeof readLaunchConfig>) =>
  Result.isFailure(read) ? read.failure.sentences : []

describe("the launcher's settings", () => {
  it("have defaults where they are not set", () => {
    expect(Result.getOrThrow(readLaunchConfig({}))).toMatchObject({
      production: false,
      host: "127.0.0.1",
      port: 3_000,
      simulatorsPort: 3_001,
      smtpPort: 3_002,
      dataDir: ".data",
      memberApiUrl: null,
      performerServiceUrl: null,
      bankUrl: null,
      smtpUrl: null,
    })
  })

  it("are refused all at once, with a sentence for each", () => {
    const read = readLaunchConfig({
      PORT: "many",
      SIMULATORS_PORT: "70000",
      SMTP_PORT: "-1",
      FOLDCAST_ENV: "staging",
    })
    expect(sentencesOf(read)).toEqual([
      "PORT must be a whole number from 0 to 65535.",
      "SIMULATORS_PORT must be a whole number from 0 to 65535.",
      "SMTP_PORT must be a whole number from 0 to 65535.",
      "FOLDCAST_ENV must be development or production.",
    ])
  })

  it("name the key that somebody else's service expects", () => {
    const elsewhere = {
      MEMBER_API_URL: "https://members.example",
      PERFORMER_SERVICE_URL: "https://performers.example",
    }
    expect(sentencesOf(readLaunchConfig(elsewhere))).toEqual([
      "MEMBER_API_KEY must be set where MEMBER_API_URL is.",
      "PERFORMER_SERVICE_KEY must be set where PERFORMER_SERVICE_URL is.",
    ])
  })

  it("demand nothing in production for a backend that does not run", () => {
    const elsewhere = {
      FOLDCAST_ENV: "production",
      MEMBER_API_URL: "https://members.example",
      MEMBER_API_KEY: "k".repeat(32),
      PERFORMER_SERVICE_URL: "https://performers.example",
      PERFORMER_SERVICE_KEY: "k".repeat(32),
    }
    const named = sentencesOf(readLaunchConfig(elsewhere)).map((sentence) => sentence.split(" ")[0])
    expect(named).toEqual(["SESSION_SECRET", "SUPPORT_TOKEN"])
  })

  it("are demanded in production wherever development would draw or simulate the value", () => {
    const read = readLaunchConfig({ FOLDCAST_ENV: "production" })
    const real = settingsOf(LAUNCHER_SETTINGS).flatMap(([, one]) => (one.real ? [one] : []))
    expect(sentencesOf(read)).toEqual(
      real.map(({ name, must }) => `${name} must be set in production: ${must}.`),
    )
  })
})

describe("a setting that several processes read", () => {
  const byName = Map.groupBy(
    [GATEWAY, BACKEND, MEDIA, SIMULATORS, LAUNCHER_SETTINGS].flatMap((tree) =>
      settingsOf(tree).map(([, one]) => one),
    ),
    ({ name }) => name,
  )

  it("means the same in all of them, and has one default in all of them or in none", () => {
    for (const [name, readings] of byName) {
      const meanings = new Set(readings.map(({ meaning }) => meaning))
      const fallbacks = new Set(readings.map(({ fallback }) => fallback))
      expect([...meanings], name).toHaveLength(1)
      expect(
        [...fallbacks].filter((text) => text !== "" && text !== DRAWN).length,
        name,
      ).toBeLessThan(2)
    }
  })

  it("is also read under the name that it had in an earlier release, which no other setting of the process has", () => {
    const earlier = { RATE_PASSWORD_RESETS_PER_ACCOUNT: "1/1h", HOST: "0.0.0.0" }
    expect(inheritedBy("backend", earlier)).toEqual({ RATE_PASSWORD_RESETS_PER_ACCOUNT: "1/1h" })
    expect(inheritedBy("media", earlier)).toEqual({ HOST: "0.0.0.0" })
    for (const tree of [GATEWAY, BACKEND, MEDIA, SIMULATORS]) {
      const own = settingsOf(tree).map(([, one]) => one)
      const names = own.flatMap(({ name, formerName }) => [name, formerName ?? []].flat())
      expect(names).toEqual([...new Set(names)])
    }
  })
})

describe("the pause before a restart", () => {
  it("doubles with every crash in a row, up to ten seconds", () => {
    expect([1, 2, 3, 4, 20].map(restartDelay)).toEqual([250, 500, 1_000, 2_000, 10_000])
  })

  it("starts again from its shortest after a minute without a crash", () => {
    expect(crashesInARow(5, 59_999)).toBe(6)
    expect(crashesInARow(5, 60_000)).toBe(1)
  })
})
