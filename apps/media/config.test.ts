import { Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import { readMediaConfig } from "./config.ts"

const OWN = new Set(["192.0.2.2"])
const refused = (environment: Readonly<Record<string, string>>) => {
  const config = readMediaConfig(environment, OWN)
  return Result.isFailure(config) ? config.failure.sentences : []
}

describe("the media engine's configuration", () => {
  it("uses no ICE server and tells clients of none where none is set", () => {
    const config = Result.getOrThrow(readMediaConfig({}, OWN))
    expect(config).toMatchObject({
      port: 3_005,
      ports: [20_000, 20_999],
      iceServers: [],
      eventsUrl: null,
      network: { announced: [], additional: [], tcp: true, udp: true },
    })
    expect(JSON.stringify(config)).not.toContain(Redacted.value(config.adminKey))
  })

  it("binds to the announced addresses that are the machine's own", () => {
    const { network } = Result.getOrThrow(
      readMediaConfig({ MEDIA_ADDRESSES: "192.0.2.2, 203.0.113.7", MEDIA_TCP: "off" }, OWN),
    )
    expect(network).toEqual({
      announced: ["192.0.2.2", "203.0.113.7"],
      additional: ["192.0.2.2"],
      tcp: false,
      udp: true,
    })
  })

  it.each([
    { MEDIA_UDP_PORTS: "20000" },
    { MEDIA_UDP_PORTS: "20000-20002" },
    { MEDIA_UDP_PORTS: "80-20000" },
    { MEDIA_UDP_PORTS: "20000-70000" },
    { MEDIA_ADDRESSES: "media.example" },
    { MEDIA_ICE_SERVERS: "turn:turn.example" },
    { MEDIA_AUTH_URL: "chat" },
    { MEDIA_ADMIN_KEY: "short" },
    { MEDIA_MAX_VIEWERS: "0" },
  ])("refuses %j in one sentence that does not repeat it", (environment) => {
    const [sentence = "", ...others] = refused(environment)
    const [name = "", value = ""] = Object.entries(environment)[0] ?? []
    expect(others).toEqual([])
    expect(sentence).toMatch(new RegExp(`^${name} must be `, "u"))
    expect(sentence.replace(name, "")).not.toContain(` ${value} `)
  })

  it("demands its keys and the hook's address in production", () => {
    expect(
      refused({ FOLDCAST_ENV: "production" }).map((sentence) => sentence.split(" ")[0]),
    ).toEqual(["MEDIA_AUTH_URL", "MEDIA_AUTH_KEY", "MEDIA_ADMIN_KEY"])
  })
})
