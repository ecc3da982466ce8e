import { expect, it } from "vitest"
import { formatDay, formatMoment } from "./date-formats.ts"

const AT = Date.UTC(2026, 10, 20, 21, 5)

it("times are written as people of the locale write them", () => {
  expect(formatMoment(AT, "nl", "Europe/Amsterdam")).toBe("20 nov 2026, 22:05")
  expect(formatMoment(AT, "en", "Europe/Amsterdam").replace("\u202F", " ")).toBe(
    "Nov 20, 2026, 10:05 PM",
  )
})

it("days are written in the reader's own time zone", () => {
  expect(formatDay(AT, "nl", "Europe/Amsterdam")).toBe("20 nov 2026")
  expect(formatDay(AT, "en", "Asia/Tokyo")).toBe("Nov 21, 2026")
})
