import { Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import { type Environment, readSettings } from "./read-settings.ts"
import { httpUrl, listOf, someOf } from "./readers.ts"
import {
  choice,
  host,
  mapped,
  onOrOff,
  optionalUrl,
  port,
  rate,
  real,
  renamed,
  secretSetting,
} from "./setting.ts"
import { SHARED_SETTINGS } from "./shared-settings.ts"

const SETTINGS = {
  production: SHARED_SETTINGS.production,
  port: port("PORT", 3000, "where"),
  key: secretSetting("KEY", "development-key", 8, "what it shows"),
  hosts: mapped(
    real("HOSTS", "localhost", listOf(httpUrl), "addresses", "who"),
    (urls) => new Set(urls),
  ),
  limits: { calls: rate("CALLS", "20/15m", "how often") },
  loud: onOrOff("LOUD", "off", "whether"),
  bank: optionalUrl("BANK", "whose"),
  kind: choice("KIND", "a", ["a", "b"], "which"),
  engineHost: renamed(host("ENGINE_HOST", "127.0.0.1", "where"), "HOST"),
}
const read = (environment: Environment) => readSettings(SETTINGS, environment)
const sentencesOf = (environment: Environment) => {
  const settings = read({ HOSTS: "https://a.example", ...environment })
  return Result.isFailure(settings) ? settings.failure.sentences : []
}
const PRODUCTION = { FOLDCAST_ENV: "production", KEY: "a-real-key" }

describe("a process's settings", () => {
  it("have defaults where they are not set, and set values without the spaces around them", () => {
    const values = Result.getOrThrow(
      read({ HOSTS: " https://a.example/ , https://b.example ", PORT: " " }),
    )
    expect(values).toEqual({
      production: false,
      port: 3_000,
      key: Redacted.make("development-key"),
      hosts: new Set(["https://a.example", "https://b.example"]),
      limits: { calls: { count: 20, withinMs: 900_000 } },
      loud: false,
      bank: null,
      kind: "a",
      engineHost: "127.0.0.1",
    })
  })

  it("are read under the name of an earlier release where their own is not set, and refused under the name that is", () => {
    const hostIn = (environment: Environment) =>
      Result.getOrThrow(read({ HOSTS: "https://a.example", ...environment })).engineHost
    expect(hostIn({ HOST: "0.0.0.0" })).toBe("0.0.0.0")
    expect(hostIn({ HOST: "0.0.0.0", ENGINE_HOST: "::1" })).toBe("::1")
    const calls = { calls: renamed(rate("CALLS", "20/15m", "how often"), "OLD_CALLS") }
    const refused = (environment: Environment) => {
      const settings = readSettings(calls, environment)
      return Result.isFailure(settings) ? settings.failure.sentences : []
    }
    expect(refused({ OLD_CALLS: "often" })).toEqual([
      "OLD_CALLS must be a rate such as 20/15m (units s, m, h).",
    ])
    expect(refused({ CALLS: "often", OLD_CALLS: "1/1s" })).toEqual([
      "CALLS must be a rate such as 20/15m (units s, m, h).",
    ])
  })

  it.each(["production", " production", "production\n"])(
    "are demanded where %j is, and development's are refused there",
    (kind) => {
      const environment = { FOLDCAST_ENV: kind, HOSTS: "https://a.example, localhost" }
      expect(sentencesOf(environment)).toEqual([
        "KEY must be set in production: 8 visible characters or more.",
        "HOSTS must not be the development value in production: it must be addresses.",
      ])
      expect(sentencesOf({ ...environment, ...PRODUCTION, KEY: "development-key" })).toHaveLength(2)
      expect(sentencesOf(PRODUCTION)).toEqual([])
    },
  )

  it.each([
    { PORT: "65536" },
    { PORT: "-1" },
    { PORT: "1e3" },
    { KEY: "seven77" },
    { KEY: "with a space" },
    { CALLS: "0/3m" },
    { CALLS: "7/0m" },
    { CALLS: "7/15d" },
    { LOUD: "yes" },
    { KIND: "c" },
    { BANK: "ftp://a.example" },
    { BANK: "https://u@a.example" },
    { BANK: "https://:p@a.example" },
    { BANK: "https://a.example/?q" },
    { BANK: "https://a.example/#f" },
    { HOSTS: "https://a.example,b" },
    { FOLDCAST_ENV: "staging" },
  ])("are refused with a sentence that does not repeat them: %j", (environment) => {
    const [name = "", text = ""] = Object.entries(environment)[0] ?? []
    const [sentence, ...others] = sentencesOf(environment)
    expect(others).toEqual([])
    expect(sentence).toMatch(new RegExp(`^${name} must be .+\\.$`, "u"))
    expect(sentence).not.toContain(text)
  })

  it("are refused all at once", () => {
    expect(sentencesOf({ PORT: "x", LOUD: "x", KIND: "x" })).toEqual([
      "PORT must be a whole number from 0 to 65535.",
      "LOUD must be on or off.",
      "KIND must be a or b.",
    ])
  })

  it("can be lists that are never empty", () => {
    expect(someOf(httpUrl)(" , ")).toBeUndefined()
    expect(someOf(httpUrl)("https://a.example,x")).toBeUndefined()
    expect(someOf(httpUrl)("https://a.example")).toEqual(["https://a.example"])
  })
})
