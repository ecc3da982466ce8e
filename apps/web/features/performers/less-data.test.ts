import { describe, expect, it } from "vitest"
import { NOT_STORED } from "../../runtime/stores/stored.ts"
import { wantsLessData } from "./less-data.ts"

const chose = (value: "on" | "off" | null) => ({
  read: () => (value === null ? NOT_STORED : ({ status: 200, value } as const)),
})

describe("the choice of less data", () => {
  it.each([
    { chosen: null, browser: {}, is: false },
    { chosen: null, browser: { connection: {} }, is: false },
    { chosen: null, browser: { connection: { saveData: true } }, is: true },
    { chosen: "off", browser: { connection: { saveData: true } }, is: false },
    { chosen: "on", browser: {}, is: true },
  ] as const)("is $is where $chosen was chosen and the browser says $browser", (given) => {
    expect(wantsLessData(chose(given.chosen), given.browser)).toBe(given.is)
  })
})
