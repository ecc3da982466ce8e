/** Where a person may act for a performer: private lines are read there. */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { readSimulatorsConfig } from "./config.ts"

const DESK = { DESK_BACKEND_URL: "http://127.0.0.1:3100", DESK_KEY: "the-key-of-desk-and-backend" }
const PASSWORD = { DESK_PASSWORD: "a-long-password" }
const PRODUCTION = { FOLDCAST_ENV: "production", BANK_SECRET: "what-the-bank-and-we-sign-with" }

const deskIn = (environment: Readonly<Record<string, string>>) =>
  Result.getOrThrow(readSimulatorsConfig(environment)).desk

describe("the desk's configuration", () => {
  it("exists where backend and key are set", () => {
    expect(deskIn({})).toBeNull()
    expect(deskIn({ DESK_KEY: DESK.DESK_KEY })).toBeNull()
    expect(deskIn(DESK)).toMatchObject({ backendUrl: "http://127.0.0.1:3100", password: null })
  })

  it("offers publishing where there is an engine, and gives programs the engine's public address", () => {
    const url = "http://127.0.0.1:3005"
    const publicUrl = "https://media.example"
    expect(deskIn(DESK)?.engine).toBeNull()
    const offersAt = { whip: "/{path}/whip", whep: "/{path}/whep" }
    const embedded = { ...DESK, MEDIA_ENGINE_URL: url }
    expect(deskIn(embedded)?.engine).toEqual({ url, publicUrl: url, offersAt })
    const other = { MEDIA_PUBLIC_URL: publicUrl, MEDIA_WHIP_PATH: "/in/{path}" }
    expect(deskIn({ ...embedded, ...other })?.engine).toEqual({
      url,
      publicUrl,
      offersAt: { ...offersAt, whip: "/in/{path}" },
    })
  })

  it("demands a password in production, and where other machines reach the desk", () => {
    for (const open of [PRODUCTION, { SIMULATORS_HOST: "0.0.0.0" }, { SIMULATORS_HOST: "::" }]) {
      expect(deskIn({ ...DESK, ...open })).toBeNull()
      expect(deskIn({ ...DESK, ...open, ...PASSWORD })).not.toBeNull()
    }
    expect(deskIn({ ...DESK, SIMULATORS_HOST: "::1" })).not.toBeNull()
  })

  it("refuses a short password, and shows none of its secrets when printed", () => {
    const short = readSimulatorsConfig({ ...DESK, DESK_PASSWORD: "short" })
    expect(Result.isFailure(short) && short.failure.sentences).toEqual([
      "DESK_PASSWORD must be 12 visible characters or more.",
    ])
    expect(JSON.stringify(deskIn({ ...DESK, ...PASSWORD }))).not.toMatch(/a-long|the-key/u)
  })
})
