import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { crashesInARow, restartDelay } from "./restart-delay.ts"
import { settingsOf } from "@foldcast/settings/setting"
import { readLaunchConfig, SETTINGS } from "./settings.ts"

const sentencesOf = (read: ReturnType<typeof readLaunchConfig>) =>
  Result.isFailure(read) ? read.failure.sentences : []

describe("the launcher's settings", () => {
  it("have a value where nobody set one", () => {
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

  it("are refused together, a sentence each", () => {
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

  it("demand nothing of production for a backend that does not run", () => {
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

  it("are demanded in production wherever development would draw or simulate them", () => {
    const read = readLaunchConfig({ FOLDCAST_ENV: "production" })
    const real = settingsOf(SETTINGS).flatMap(([, one]) => (one.real ? [one] : []))
    expect(sentencesOf(read)).toEqual(
      real.map(({ name, must }) => `${name} must be set in production: ${must}.`),
    )
  })
})

describe("the pause before a restart", () => {
  it("doubles with every crash in a row, up to ten seconds", () => {
    expect([1, 2, 3, 4, 20].map(restartDelay)).toEqual([250, 500, 1_000, 2_000, 10_000])
  })

  it("begins anew after a minute of health", () => {
    expect(crashesInARow(5, 59_999)).toBe(6)
    expect(crashesInARow(5, 60_000)).toBe(1)
  })
})
