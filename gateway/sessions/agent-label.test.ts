import { describe, expect, it } from "vitest"
import { agentLabel } from "./agent-label.ts"

const CHROMIUM = "(KHTML, like Gecko) Chrome/142.0.0.0"

describe("browser and system of a session", () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${CHROMIUM} Safari/537.36`,
      "Chrome",
      "Windows",
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 ${CHROMIUM} Safari/537.36 Edg/142.0.0.0`,
      "Edge",
      "Windows",
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${CHROMIUM} Safari/537.36 OPR/120.0`,
      "Opera",
      "Linux",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
      "Safari",
      "macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari",
      "iPhone",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
      "Chrome",
      "iPhone",
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
      "Samsung Internet",
      "Android",
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 ${CHROMIUM} Safari/537.36`,
      "Chrome",
      "ChromeOS",
    ],
    ["curl/8.5.0", null, null],
    ["", null, null],
  ])("reads %s", (userAgent, browser, system) => {
    expect(agentLabel(userAgent)).toEqual({ browser, system })
  })

  it("are read in time from the longest header there can be", () => {
    // CPU time, since the machine may be busy with other work.
    const started = process.cpuUsage()
    agentLabel(`Version/${"1.".repeat(150)} `.repeat(100))
    expect(process.cpuUsage(started).user).toBeLessThan(200_000)
  })
})
