import { Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import { type Environment, readSettings } from "./read-settings.ts"
import { httpUrl, listOf, someOf } from "./readers.ts"
import {
  choice,
  mapped,
  onOrOff,
  optionalUrl,
  port,
  production,
  rate,
  real,
  secretSetting,
} from "./setting.ts"

const SETTINGS = {
  production: production("what it is"),
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
}
const read = (environment: Environment) => readSettings(SETTINGS, environment)
const sentencesOf = (environment: Environment) => {
  const settings = read({ HOSTS: "https://a.example", ...environment })
  return Result.isFailure(settings) ? settings.failure.sentences : []
}
const PRODUCTION = { FOLDCAST_ENV: "production", KEY: "a-real-key" }

describe("settings", () => {
  it("are what stands for them where nobody set any, and what was set without the spaces around it", () => {
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
    })
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
  ])("are refused by a sentence that does not repeat them: %j", (environment) => {
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
