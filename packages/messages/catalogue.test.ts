import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { m } from "./generated/messages.js"

const root = fileURLToPath(new URL("../..", import.meta.url))

type Entry = string | ReadonlyArray<{ readonly match: Readonly<Record<string, string>> }>
const catalogue = (locale: "nl" | "en"): ReadonlyMap<string, Entry> => {
  const files = globSync(`messages/*/${locale}.json`, {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
  })
  const entries = files.flatMap((file) => {
    const text = readFileSync(new URL(file, import.meta.url), "utf8")
    const { $schema: _, ...own } = JSON.parse(text) as Record<string, Entry>
    return Object.entries(own)
  })
  expect(new Set(entries.map(([key]) => key)).size).toBe(entries.length)
  return new Map(entries)
}
const nl = catalogue("nl")
const en = catalogue("en")

/** The texts of an entry: one, or one for each plural form. */
const textsOf = (entry: Entry | undefined): ReadonlyArray<string> =>
  entry === undefined
    ? []
    : typeof entry === "string"
      ? [entry]
      : entry.flatMap(({ match }) => Object.values(match))

const inputsOf = (entry: Entry | undefined): ReadonlyArray<string> =>
  [
    ...new Set(
      textsOf(entry).flatMap((text) =>
        [...text.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name ?? ""),
      ),
    ),
  ].toSorted()

describe("the catalogue of texts", () => {
  it("has every text in both languages", () => {
    expect([...en.keys()].toSorted()).toEqual([...nl.keys()].toSorted())
    const empty = [...nl, ...en].filter(([, entry]) =>
      textsOf(entry).some((text) => text.trim() === ""),
    )
    expect(empty.map(([key]) => key)).toEqual([])
  })

  it("asks for the same inputs in both languages", () => {
    const different = [...nl].filter(
      ([key, entry]) => inputsOf(entry).join() !== inputsOf(en.get(key)).join(),
    )
    expect(different.map(([key]) => key)).toEqual([])
  })

  it("compiles every text", () => {
    expect(Object.keys(m).toSorted()).toEqual([...nl.keys()].toSorted())
    expect(m.error_page_404({}, { locale: "en" })).toBe("This page could not be found")
    expect(m.error_page_404({}, { locale: "nl" })).toBe("Deze pagina is niet gevonden")
  })

  it("holds no text that nothing shows", () => {
    const files = globSync(["apps/**/*.{ts,tsx}", "packages/**/*.{ts,tsx}", "gateway/**/*.ts"], {
      cwd: root,
      exclude: ["**/node_modules/**", "**/dist/**", "**/generated/**", "**/*.test.ts"],
    })
    const used = new Set(
      files.flatMap((file) =>
        [...readFileSync(`${root}/${file}`, "utf8").matchAll(/\bm\.(\w+)/gu)].map(([, key]) => key),
      ),
    )
    expect([...nl.keys()].filter((key) => !used.has(key))).toEqual([])
  })

  it("breaks no line between a figure and its short unit, nor before a price", () => {
    const breaking = [...nl, ...en].filter(([, entry]) =>
      textsOf(entry).some((text) => /\} (?:min|s)\b|\{formatted\} (?:credit|minu)|≈ /u.test(text)),
    )
    expect(breaking.map(([key]) => key)).toEqual([])
  })

  it("has word for word the English texts that are promised [ERR-01, ERR-02, ERR-04, ERR-19, ERR-20, ERR-22, ROUTE-35, CHAT-16]", () => {
    const english = { locale: "en" } as const
    expect(m.log_in_error_not_exists({}, english)).toBe("We couldn't find your account!")
    expect(m.log_in_error_deleted({}, english)).toBe("This account has been deleted.")
    expect(m.log_in_error_generic({}, english)).toBe("Incorrect credentials. Please try again.")
    expect(m.error_page_404({}, english)).toBe("This page could not be found")
    expect(m.chat_not_sent({}, english)).toBe(
      "The message did not send by unknown reason, try again or report this.",
    )
    expect(m.chat_not_started({}, english)).toBe("You did not start the chat!")
    expect(m.nickname_taken({}, english)).toBe("Username already exists")
    expect(m.stream_ended_guest({}, english)).toContain("reached the free time limit")
  })
})
