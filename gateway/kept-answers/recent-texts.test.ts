import { hash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { MAX_TEXT_LENGTH } from "../store/answers-table.ts"
import { RecentTexts } from "./recent-texts.ts"

const sha256 = (text: string) => hash("sha256", text)
const PLENTY = { bytes: 10_000_000, ms: 1_000 }

describe("the recent texts of answers", () => {
  it("are found by their hash for a moment after they were served last", () => {
    const held = new RecentTexts(PLENTY)
    held.add("/api/a", "text", 0)
    expect(held.textOf(sha256("text"), 999)).toBe("text")
    held.add("/api/a", "text", 900)
    expect(held.textOf(sha256("text"), 1_899)).toBe("text")
    expect(held.textOf(sha256("text"), 1_900)).toBeNull()
    expect(held.bytes).toBe(0)
    expect(held.textOf(sha256("other"), 0)).toBeNull()
  })

  it("stay while a path has newer ones", () => {
    const held = new RecentTexts(PLENTY)
    for (const text of ["one", "two", "three"]) held.add("/api/a", text, 0)
    expect(["one", "two", "three"].map((text) => held.textOf(sha256(text), 1))).toEqual([
      "one",
      "two",
      "three",
    ])
  })

  it("are limited in bytes: the one served longest ago goes first", () => {
    const text = (name: string) => name.repeat(1_000)
    const held = new RecentTexts({ bytes: 8_000, ms: 1_000 })
    held.add("/a", text("a"), 0)
    held.add("/b", text("b"), 1)
    held.add("/c", text("c"), 2)
    held.add("/a", text("a"), 3)
    held.add("/d", text("d"), 4)
    const there = ["a", "b", "c", "d"].filter((name) => held.textOf(sha256(text(name)), 5) !== null)
    expect(there).toEqual(["a", "c", "d"])
    expect(held.bytes).toBeLessThanOrEqual(8_000)
  })

  it("are limited also where they are short, and where one is served under ever other paths", () => {
    const held = new RecentTexts({ bytes: 100_000, ms: 1_000 })
    for (let count = 0; count < 10_000; count += 1) held.add(`/${count}`, String(count), 0)
    const few = held.bytes
    expect(few).toBeLessThanOrEqual(100_000)
    expect(held.textOf(sha256("9999"), 0)).toBe("9999")
    expect(held.textOf(sha256("0"), 0)).toBeNull()
    for (let count = 0; count < 10_000; count += 1) held.add(`/again/${count}`, "9999", 0)
    expect(Math.abs(held.bytes - few)).toBeLessThan(100)
  })

  it("count the path that they are served under now, however long it is", () => {
    const held = new RecentTexts({ bytes: 100_000, ms: 1_000 })
    const long = (name: string) => `/${name}?${"x".repeat(10_000)}`
    const names = Array.from({ length: 20 }, (_, index) => String(index))
    for (const name of names) held.add(`/${name}`, name, 0)
    for (const name of names) held.add(long(name), name, 0)
    expect(held.bytes).toBeLessThanOrEqual(100_000)
    const there = names.filter((name) => held.textOf(sha256(name), 0) !== null)
    expect(there).toEqual(names.slice(-4))
    held.add("/19", "19", 999)
    held.add("/18", "18", 999)
    expect(held.textOf(sha256("19"), 1_000)).toBe("19")
    expect(held.bytes).toBeLessThan(2_000)
    expect(held.textOf(sha256("19"), 1_999)).toBeNull()
    expect(held.bytes).toBe(0)
  })

  it("do not include those that are too long for a capture", () => {
    const held = new RecentTexts(PLENTY)
    const long = "x".repeat(MAX_TEXT_LENGTH + 1)
    held.add("/a", long, 0)
    expect(held.textOf(sha256(long), 0)).toBeNull()
    expect(held.bytes).toBe(0)
  })
})
