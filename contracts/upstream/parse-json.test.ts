import { describe, expect, it, vi } from "vitest"
import { MAX_JSON_DEPTH, parseJson } from "./parse-json.ts"

const utf8 = (text: string) => new TextEncoder().encode(text)
const value = (source: string | Uint8Array) => {
  const read = parseJson(source)
  return read._tag === "Value" ? read.value : read.why
}
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels)

describe("JSON of another team", () => {
  it("is read alike as bytes and as text, with and without a byte order mark [LINK-08]", () => {
    for (const text of ['{"a":1}', " [1, 2]\n", '"ü"', "null", '{"a":{"b":["😀"]}}']) {
      const expected: unknown = JSON.parse(text)
      for (const source of [text, utf8(text), `\ufeff${text}`, utf8(`\ufeff${text}`)]) {
        expect(value(source)).toEqual(expected)
      }
    }
    for (const text of ["\ufeff\ufeff{}", "{\ufeff}", "{}\ufeff", "\ufeff", ""]) {
      expect([value(text), value(utf8(text))]).toEqual(["syntax", "syntax"])
    }
    expect(value('"\ufeffa"')).toBe("\ufeffa")
  })

  it("is decoded as UTF-8 [LINK-08]", () => {
    for (const bytes of [
      Buffer.from("\ufeff{}", "utf16le"),
      Buffer.from("{}", "utf16le").swap16(),
      Buffer.from('"é"', "latin1"),
      Buffer.from([0x22, 0xc0, 0x80, 0x22]),
      Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
      Buffer.from([0x22, 0xe2, 0x82]),
    ]) {
      expect(["encoding", "syntax"]).toContain(value(bytes))
    }
    expect(value(Buffer.from('"é"', "latin1"))).toBe("encoding")
  })

  it("has the last value of a name that comes twice, and never a prototype [LINK-08]", () => {
    expect(value('{"a":1,"b":2,"a":3}')).toEqual({ a: 3, b: 2 })
    const read = value('{"__proto__":{"admin":true}}') as object
    expect([Object.getPrototypeOf(read), "admin" in read]).toEqual([Object.prototype, false])
  })

  it("contains no half of a surrogate pair [LINK-08]", () => {
    expect(value('["\\ud83d\\ude00","a\\ud83d","\\uDE00b","\\\\ud83d"]')).toEqual([
      "😀",
      "a\ufffd",
      "\ufffdb",
      "\\ud83d",
    ])
    expect(value('"a\ud83d"')).toBe("a\ufffd")
    expect(value('{"__proto__":{"a":"\\ud83d"},"b":[{"c":"\\ude00"}]}')).toEqual(
      JSON.parse('{"__proto__":{"a":"\ufffd"},"b":[{"c":"\ufffd"}]}'),
    )
  })

  it("is read once, whatever halves and pairs it escapes, and not a second time", () => {
    const parse = vi.spyOn(JSON, "parse")
    try {
      for (const text of ['["\\ud83d\\ude00"]', '["\\ud83d"]', '["a"]']) {
        parse.mockClear()
        parseJson(text)
        expect(parse).toHaveBeenCalledExactlyOnceWith(text)
      }
    } finally {
      parse.mockRestore()
    }
  })

  it("is refused where it is nested too deep, however deep it is [LINK-08]", () => {
    expect(value(nested(MAX_JSON_DEPTH))).toBeInstanceOf(Array)
    expect(value(`{"a":${nested(MAX_JSON_DEPTH - 1)}}`)).toBeInstanceOf(Object)
    for (const levels of [MAX_JSON_DEPTH + 1, 10_000, 500_000]) {
      expect(["depth", "syntax"]).toContain(value(nested(levels)))
    }
  })

  it("can be refused for one of its members", () => {
    const reviver = (name: string, member: unknown) => {
      if (name === "no") throw new Error("no")
      return member
    }
    expect(parseJson('{"no":1}', reviver)).toEqual({ _tag: "NoJson", why: "syntax" })
    expect(parseJson('{"a":"\\ud83d"}', reviver)).toEqual({ _tag: "Value", value: { a: "\ufffd" } })
  })
})
