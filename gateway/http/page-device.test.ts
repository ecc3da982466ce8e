import { describe, expect, it } from "vitest"
import { deviceOf } from "./page-device.ts"

describe("the device of a payment", () => {
  it.each([
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1", "mobile"],
    ["Mozilla/5.0 (Linux; Android 16; Pixel 11) Chrome/153.0 Mobile Safari/537.36", "mobile"],
    ["Mozilla/5.0 (Linux; Android 16; SM-X910) Chrome/153.0 Safari/537.36", "desktop"],
    ["Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1", "desktop"],
    ["Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0 Safari/537.36", "desktop"],
    [undefined, "desktop"],
  ])("%s is %s", (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device)
  })
})
