import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { canonicalJson } from "@foldcast/contracts/capture/canonical-json"
import { CaptureWriter, stateHash } from "@foldcast/contracts/capture/capture-writer"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import {
  fileOfParts,
  captureLines,
  clickFact,
  numberedCredits,
  captureHeader,
  SIGNER,
  CAPTURE_START,
  storyOf,
  captureText,
} from "./capture.fixtures.ts"
import { replayFile } from "./player.ts"
import { sha256 } from "./sha256.ts"
import { EXIT_CODES, verdictSentence, type CaptureVerdict } from "./verdict.ts"

const directory = mkdtempSync(join(tmpdir(), "capture-file-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let files = 0
const fileOf = (content: string | Uint8Array): string => {
  const file = join(directory, `${++files}.ndjson`)
  writeFileSync(file, content)
  return file
}
const play = (content: string | Uint8Array) => replayFile(fileOf(content))

const LINES = captureLines(storyOf(30))
const WHOLE = captureText(LINES)

const reordered = (line: string): string => {
  const members = Object.entries(JSON.parse(line) as object)
  return JSON.stringify(Object.fromEntries(members.toReversed()))
}
/** As long as a signature is. */
const SIG = "A".repeat(86)

describe("reading a capture", () => {
  it("finds it whole, gzipped or plain, with or without its last line feed", async () => {
    for (const content of [WHOLE, gzipSync(WHOLE), WHOLE.trimEnd()]) {
      const { verdict, parts } = await play(content)
      expect(verdict).toEqual({ _tag: "Ok" })
      expect(parts).toHaveLength(1)
      expect(parts[0]).toMatchObject({ events: 30, facts: 3, unread: {} })
    }
  })

  it.each([
    ["members in another order", (line: string) => reordered(line)],
    ["a space that JSON allows", (line: string) => line.replace('":', '": ')],
    ["a member twice", (line: string) => line.replace("{", '{"event":{"_tag":"Forged"},')],
    ["a signature where no footer is", (line: string) => `${line.slice(0, -1)},"sig":"${SIG}"}`],
    ["a carriage return within", (line: string) => line.replace('":', '":\r')],
    ["a blank line behind it", (line: string) => `${line}\n `],
    ["a byte order mark before it", (line: string) => `\uFEFF\uFEFF${line}`],
  ])("finds it damaged by %s, although it can still be parsed", async (_what, changed) => {
    for (const index of [1, 7, LINES.length - 1]) {
      const lines = LINES.with(index, changed(LINES[index] ?? ""))
      expect((await play(captureText(lines))).verdict._tag).toBe("Damaged")
    }
  })

  it.each([
    ["CRLF throughout", WHOLE.replaceAll("\n", "\r\n"), ["CRLF"]],
    ["CRLF here and there", WHOLE.replace("\n", "\r\n"), ["CRLF"]],
    ["a byte order mark", `\uFEFF${WHOLE}`, ["a byte order mark"]],
    ["an empty line at its end", `${WHOLE}\n`, ["empty lines"]],
    ["empty lines between all", WHOLE.replaceAll("\n", "\n\n"), ["empty lines"]],
    [
      "all of it, and no end of its last line",
      `\uFEFF${WHOLE.trimEnd().replaceAll("\n", "\r\n\r\n")}`,
      ["CRLF", "a byte order mark", "empty lines"],
    ],
    ["nothing", WHOLE, []],
  ] as const)(
    "finds it whole where its line ends were changed on its way: %s",
    async (_what, content, lineEnds) => {
      const untouched = await play(WHOLE)
      for (const bytes of [content, gzipSync(content)]) {
        expect(await play(bytes)).toEqual({ ...untouched, lineEnds })
      }
    },
  )

  it("finds one changed character under other line ends too", async () => {
    for (const [index, line] of LINES.entries()) {
      if (index === 0) continue
      const at = Math.floor(line.length / 2)
      const changed = `${line.slice(0, at)}${line[at] === "0" ? "1" : "0"}${line.slice(at + 1)}`
      const content = `\uFEFF${captureText(LINES.with(index, changed)).replaceAll("\n", "\r\n\r\n")}`
      expect((await play(content)).verdict).toMatchObject({ _tag: "Damaged", line: index + 1 })
    }
  })

  it("says that a file is in UTF-16, which is no tampering", async () => {
    for (const content of [
      Buffer.from(`\uFEFF${WHOLE}`, "utf16le"),
      Buffer.from(`\uFEFF${WHOLE}`, "utf16le").swap16(),
    ])
      expect((await play(content)).verdict).toEqual({ _tag: "OtherEncoding" })
  })

  it("says that a file cut anywhere is truncated, and reads it up to there", async () => {
    const bytes = Buffer.from(WHOLE)
    const header = (LINES[0]?.length ?? 0) + 1
    for (let cut = header; cut < bytes.length - 1; cut += 97) {
      const { verdict, parts } = await play(bytes.subarray(0, cut))
      const whole = bytes.subarray(0, cut).toString().split("\n").length - 1
      expect(verdict._tag).toBe("Truncated")
      expect(
        (verdict as Extract<CaptureVerdict, { _tag: "Truncated" }>).lines,
      ).toBeGreaterThanOrEqual(whole)
      expect(parts[0]?.events).toBeGreaterThanOrEqual(Math.max(0, whole - 1 - 3))
    }
  })

  it("says that a gzip stream cut anywhere is truncated", async () => {
    const gzip = gzipSync(WHOLE)
    for (let cut = 20; cut < gzip.length; cut += 61)
      expect((await play(gzip.subarray(0, cut))).verdict._tag).toBe("Truncated")
  })

  it("finds one changed character in any line after the header", async () => {
    for (const [index, line] of LINES.entries()) {
      if (index === 0) continue
      const at = Math.floor(line.length / 2)
      const changed = `${line.slice(0, at)}${line[at] === "0" ? "1" : "0"}${line.slice(at + 1)}`
      const { verdict } = await play(captureText(LINES.with(index, changed)))
      expect(verdict).toMatchObject({ _tag: "Damaged", line: index + 1 })
    }
  })

  it("finds lines that are missing, doubled, exchanged or invented", async () => {
    const damages = [
      LINES.toSpliced(5, 1),
      LINES.toSpliced(5, 0, LINES[5] ?? ""),
      LINES.with(5, LINES[6] ?? "").with(6, LINES[5] ?? ""),
      LINES.toSpliced(5, 0, `{"dir":"in"}`),
    ]
    for (const lines of damages)
      expect((await play(captureText(lines))).verdict).toMatchObject({ _tag: "Damaged" })
  })

  it("finds a flipped bit in the compressed bytes", async () => {
    const gzip = gzipSync(WHOLE)
    for (let at = 30; at < gzip.length; at += 53) {
      const flipped = Buffer.from(gzip)
      flipped[at] = (flipped[at] ?? 0) ^ 4
      const { verdict } = await play(flipped)
      expect(["Damaged", "Truncated"]).toContain(verdict._tag)
    }
  })

  it("finds positions, numbers, times and counts that are chained but wrong", async () => {
    const chained = (spoil: (writer: CaptureWriter) => ReadonlyArray<string>) => {
      const writer = new CaptureWriter(sha256, SIGNER, captureHeader())
      const lines = spoil(writer)
      return play(
        captureText([writer.header, ...lines, writer.footer(stateHash(sha256, INITIAL_STATE))]),
      )
    }
    const gap = await chained((writer) =>
      [1, 3].map((seq) => writer.line(CAPTURE_START, { dir: "in", ...numberedCredits(seq) })),
    )
    expect(gap.verdict).toMatchObject({ _tag: "Damaged", line: 3, why: "its position is not 2" })
    const unknown = await chained((writer) => [
      writer.line(CAPTURE_START, { dir: "elsewhere" } as never),
    ])
    expect(unknown.verdict).toMatchObject({ _tag: "Damaged", line: 2 })
  })

  it("distinguishes empty, foreign and newer files", async () => {
    expect((await play("")).verdict).toEqual({ _tag: "Empty" })
    expect((await play(gzipSync(""))).verdict).toEqual({ _tag: "Empty" })
    for (const foreign of [
      "\n\n",
      "hello\nworld\n",
      "{}\n",
      `[1]\n`,
      `{"fmt":"other","v":1}\n`,
      "\u0000\u0001",
    ])
      expect((await play(foreign)).verdict).toEqual({ _tag: "NotACapture" })
    const newer = canonicalJson({ ...captureHeader(), v: 3, novelty: true })
    expect((await play(`${newer}\n`)).verdict).toMatchObject({ _tag: "Newer" })
    const newerProtocol = canonicalJson(captureHeader({ protocol: 99 }))
    expect((await play(`${newerProtocol}\n`)).verdict).toMatchObject({ _tag: "Newer" })
  })

  it("keeps and counts what it cannot read", async () => {
    const writer = new CaptureWriter(sha256, SIGNER, captureHeader({ folds: "another" }))
    const unheard: OpenEnvelope = {
      ...numberedCredits(1),
      event: { _tag: "SomethingLater", amount: 5 },
    }
    const newer: OpenEnvelope = { ...numberedCredits(2), v: 7 }
    const malformed: OpenEnvelope = {
      ...numberedCredits(3),
      event: { _tag: "CreditsChanged", credits: "x" },
    }
    const lines = [
      ...[unheard, newer, malformed].map((each) => writer.line(each.at, { dir: "in", ...each })),
      writer.line(CAPTURE_START, { dir: "ui", ...clickFact(1, 3), fact: { _tag: "Waved" } }),
      writer.line(CAPTURE_START, { dir: "answer", key: "/api/brand", status: 200, hash: "x" }),
      writer.line(CAPTURE_START, { dir: "conn", what: "close", code: 1006, seq: 3 }),
    ]
    const { verdict, parts } = await play(
      captureText([writer.header, ...lines, writer.footer("x")]),
    )
    expect(verdict).toEqual({ _tag: "OtherBuild", folds: "another", isSame: false })
    expect(parts[0]).toMatchObject({
      events: 0,
      facts: 0,
      unread: { SomethingLater: 1, CreditsChanged: 2, Waved: 1 },
    })
  })

  it("compares the state only where the same folds made it", async () => {
    const story = storyOf(10)
    const other = (folds?: string) => {
      const writer = new CaptureWriter(
        sha256,
        SIGNER,
        captureHeader(folds === undefined ? {} : { folds }),
      )
      const [first] = story
      const line =
        first?.kind === "event"
          ? [writer.line(CAPTURE_START, { dir: "in", ...first.envelope })]
          : []
      return play(captureText([writer.header, ...line, writer.footer("0".repeat(64))]))
    }
    expect((await other()).verdict._tag).toBe("StateDiffers")
    expect((await other("another")).verdict).toEqual({
      _tag: "OtherBuild",
      folds: "another",
      isSame: false,
    })
  })

  it("reads a tab's visits from one file, one after the other", async () => {
    const tabOf = (...stories: ReadonlyArray<number>) =>
      fileOfParts(stories.map((events) => (part) => captureLines(storyOf(events), part))).map(
        captureText,
      )
    const [first = "", second = "", third = ""] = tabOf(3, 25, 30)
    const [, ofAnother = ""] = tabOf(4, 25, 30)
    const tab = first + second
    const { verdict, parts } = await play(Buffer.concat([gzipSync(tab), gzipSync(third)]))
    expect(verdict).toEqual({ _tag: "Ok" })
    // One that is left out, doubled, or of another file.
    for (const other of [
      first + ofAnother + third,
      first + third,
      second + third,
      tab + tab + third,
      tab + WHOLE,
    ])
      expect((await play(other)).verdict._tag).toBe("Damaged")
    expect((await play(tab)).verdict._tag).toBe("Truncated")
    expect(parts.map(({ events }) => events)).toEqual([3, 25, 30])
    const cut = await play(tab.slice(0, -300))
    expect(cut.verdict._tag).toBe("Truncated")
    expect(cut.parts).toHaveLength(2)
  })

  it("folds a capture to one state however often and in whatever blocks it is read", async () => {
    const long = captureText(captureLines(storyOf(20_000)))
    const hashes = new Set<string>()
    for (const content of [
      long,
      long,
      gzipSync(long),
      gzipSync(long, { chunkSize: 64, level: 1 }),
    ]) {
      const { verdict, parts } = await play(content)
      expect(verdict).toEqual({ _tag: "Ok" })
      hashes.add(parts[0]?.stateHash ?? "")
    }
    expect(hashes.size).toBe(1)
  })

  it("has a sentence for every verdict, and an exit code for every bad one", () => {
    const verdicts: ReadonlyArray<CaptureVerdict> = [
      { _tag: "Empty" },
      { _tag: "NotACapture" },
      { _tag: "Truncated", lines: 3 },
      { _tag: "Damaged", line: 4, why: "its hash is wrong" },
      { _tag: "Newer", what: "it is a capture of version 3, known is 2" },
      { _tag: "StateDiffers", expected: "a", actual: "b", divergence: null },
      { _tag: "NotVouchedFor", why: "it is not signed" },
    ]
    expect(new Set(verdicts.map(({ _tag }) => EXIT_CODES[_tag])).size).toBe(verdicts.length)
    for (const verdict of verdicts) expect(verdictSentence(verdict)).toMatch(/^The .*\.$/u)
  })
})
