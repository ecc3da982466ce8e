import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { canonicalJson } from "@foldcast/contracts/capture/canonical-json"
import { CaptureWriter } from "@foldcast/contracts/capture/capture-writer"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import {
  captureLines,
  captureWithAnswers,
  clickFact,
  numberedCredits,
  captureHeader,
  KEY_SET,
  otherBuildLines,
  SIGNER,
  CAPTURE_START,
  storyOf,
  captureText,
} from "@foldcast/replay/capture.fixtures"
import { sha256 } from "@foldcast/replay/sha256"
import { runFoldcast } from "../run-foldcast.fixture.ts"

const golden = (name: string) =>
  fileURLToPath(new URL(`../../../test/golden/${name}`, import.meta.url))
/** A capture of version 1. */
const GOLDEN = golden("first-light.ndjson")
const SIGNED = golden("first-light-2.ndjson")
const KEYS = golden("first-light-2.keys.json")
const lines = readFileSync(GOLDEN, "utf8").trimEnd().split("\n")
/** The present hash of both. The version 1 file is never rewritten, so it has its hash from then. */
const recorded = (
  JSON.parse(readFileSync(SIGNED, "utf8").trimEnd().split("\n").at(-1) ?? "") as {
    stateHash: string
  }
).stateHash

const directory = mkdtempSync(join(tmpdir(), "replay-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const fileOf = (name: string, content: string | Uint8Array): string => {
  const file = join(directory, name)
  writeFileSync(file, content)
  return file
}
/** A brand with characters that would control a terminal. */
const STARTED = {
  locale: "nl",
  brand: "\u009b31mred\u202e",
  device: "desktop",
  noNude: false,
  tracking: {},
} as const
const replay = (...args: ReadonlyArray<string>) => runFoldcast(["replay", ...args])

describe("foldcast replay", () => {
  it("prints the timeline, then its verdict", async () => {
    const { code, out, err } = await replay(GOLDEN)
    expect(err).toBe("")
    expect(code).toBe(0)
    expect(out).toMatch(/#1 +VisitStarted/u)
    expect(out).toMatch(/ui 8 +BundleChosen {2}bundleId="bundle-10"/u)
    expect(out).toMatch(/ state\. It is of version 1, which nobody signs\.\n$/u)
    expect(out.trimEnd().split("\n")).toHaveLength(lines.length + 1)
  })

  it("prints the final state as canonical JSON and nothing else, which hashes as recorded", async () => {
    const { code, out, err } = await replay(GOLDEN, "--state")
    expect([code, err]).toEqual([0, ""])
    const state: unknown = JSON.parse(out)
    expect(out).toBe(`${canonicalJson(state)}\n`)
    expect(sha256(out.trimEnd())).toBe(recorded)
  })

  it("prints nothing that a terminal obeys, whatever the file contains", async () => {
    const writer = new CaptureWriter(sha256, SIGNER, captureHeader({ folds: "another" }))
    const shown = { ...numberedCredits(1), event: { _tag: "VisitStarted", ...STARTED } } as const
    const lines = [writer.line(CAPTURE_START, { dir: "in", ...shown })]
    const file = fileOf("hostile", captureText([writer.header, ...lines, writer.footer("x")]))
    for (const options of [["--state"], ["--at", "1"], ["--json"]]) {
      const { code, out } = await replay(file, ...options)
      expect(code).toBe(0)
      expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      expect(out).toContain(String.raw`\u009b31mred\u202e`)
    }
  })

  it("reads a capture whose line ends were changed on its way, and reports that [TEXT-05]", async () => {
    const told = (await replay(GOLDEN)).out
    const text = `\uFEFF${lines.join("\r\n")}\r\n\r\n`
    const file = fileOf("by-mail.ndjson", text)
    const read = await replay(file)
    expect([read.code, read.err]).toEqual([0, ""])
    const changed = "Its line ends were changed on the way here (CRLF, a byte order mark"
    expect(read.out).toContain(`${changed}, empty lines); no line was.`)
    expect(told).not.toContain("line ends")
    expect(read.out.split("\n").slice(0, -2)).toEqual(told.split("\n").slice(0, -2))
    expect(sha256((await replay(file, "--state")).out.trimEnd())).toBe(recorded)
    const tampered = fileOf("tampered.ndjson", text.replace("attach", "resume"))
    expect(await replay(tampered)).toMatchObject({ code: 5 })
    const redirected = fileOf("redirected.ndjson", Buffer.from(text, "utf16le"))
    const refused = await replay(redirected)
    expect(refused.code).toBe(8)
    expect(refused.err).toMatch(/UTF-16, as PowerShell's > writes it/u)
  })

  it("prints the state at a position", async () => {
    const at = async (seq: string) =>
      JSON.parse((await replay(GOLDEN, "--at", seq)).out) as {
        visit: { seq: number }
        credits: { balance: number | null }
        wallet: { content: unknown }
      }
    expect(await at("4")).toMatchObject({ visit: { seq: 4 }, credits: { balance: null } })
    expect(await at("12")).toMatchObject({ visit: { seq: 12 }, credits: { balance: 600 } })
    const missing = await replay(GOLDEN, "--at", "99")
    expect(missing).toMatchObject({ code: 2, out: "" })
    expect(missing.err).toBe("Position 99 is not in the capture.\n")
  })

  it("shows the tabs of a conversation that the log tells, whose third is never the one before [CHAT-30]", async () => {
    const joined = {
      ...numberedCredits(1),
      event: {
        _tag: "RoomJoined",
        performerId: "p_mila",
        mode: "free",
        sessionId: "s-1",
        nickname: "noor",
        creditsPerMinute: 0,
      },
    } as const
    const selected = ([1, 2, 0] as const).map(
      (tab, index): Parameters<typeof captureLines>[0][number] => ({
        kind: "client",
        fact: { ...clickFact(index + 1, 1), fact: { _tag: "LiveTabSelected", tab } },
      }),
    )
    const tabsAfter = async (count: number) => {
      const story = [{ kind: "event", envelope: joined } as const, ...selected.slice(0, count)]
      const file = fileOf(`tabs-${String(count)}`, captureText(captureLines(story)))
      const { room } = JSON.parse((await replay(file, "--state")).out) as {
        readonly room: { readonly tabs: unknown }
      }
      return room.tabs
    }
    expect(await tabsAfter(1)).toEqual({ active: 1, previous: 0 })
    expect(await tabsAfter(2)).toEqual({ active: 2, previous: 1 })
    expect(await tabsAfter(3)).toEqual({ active: 0, previous: 1 })
  })

  it("shows a call by phone: whether its PIN was accepted and it goes on, which it is, and what the caller is called [DIALIN-09]", async () => {
    const session = "ivr-1"
    const told: ReadonlyArray<Event> = [
      {
        _tag: "IvrSessionOpened",
        session,
        calledNumber: "09061234",
        displayNumber: "0906-1234",
        country: "NL",
        tariffCents: 80,
        expiresAt: CAPTURE_START + 60_000,
      },
      { _tag: "DialInStarted", session, username: "anon1234567" },
      { _tag: "DialInStateChanged", session, state: "in_call", seconds: 3, cents: 4 },
      { _tag: "DialInStateChanged", session, state: "ended", seconds: 60, cents: 80 },
    ]
    const story = told.map((event, index) => {
      const envelope = { ...numberedCredits(index + 1), ...FACT_TRAITS[event._tag], event }
      return { kind: "event", envelope } as const
    })
    const file = fileOf("call", captureText(captureLines(story)))
    const callAt = async (...options: ReadonlyArray<string>) => {
      const { dialIn } = JSON.parse((await replay(file, ...options)).out) as {
        readonly dialIn: { readonly call: unknown; readonly lastCall: unknown }
      }
      return [dialIn.call, dialIn.lastCall]
    }
    const call = { session, username: "anon1234567", costs: { tariffCents: 80 } }
    expect(await callAt("--at", "1")).toEqual([{ _tag: "None" }, null])
    expect(await callAt("--at", "2")).toEqual([{ _tag: "Pending", ...call }, null])
    const figures = { seconds: 3, cents: 4, at: CAPTURE_START + 30 }
    expect(await callAt("--at", "3")).toEqual([{ _tag: "InCall", ...call, ...figures }, null])
    expect(await callAt("--state")).toEqual([{ _tag: "Ended" }, { seconds: 60, cents: 80 }])
  })

  it("prints what each event changed", async () => {
    const { code, out } = await replay(GOLDEN, "--diff")
    expect(code).toBe(0)
    expect(out).toMatch(/#12 +CreditsChanged.*\n +credits\.balance: 0 → 600\n/u)
  })

  it("prints one JSON object per line for scripts, the verdict last", async () => {
    const { out } = await replay(GOLDEN, "--json", "--diff")
    const objects = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(objects[0]).toMatchObject({ kind: "header", part: 1 })
    expect(objects.at(-1)).toMatchObject({
      exitCode: 0,
      parts: [{ stateHash: recorded, events: 14 }],
    })
  })

  const changed = lines.with(2, lines[2]?.replace("attach", "resume") ?? "")
  it.each<readonly [string, string | Uint8Array, number, RegExp]>([
    ["empty", "", 3, /^The file is empty\.\n$/u],
    ["truncated", lines.slice(0, 20).join("\n"), 4, /^The capture is truncated.*line 20\.\n$/u],
    ["truncated.gz", gzipSync(lines.join("\n")).subarray(0, 900), 4, /^The capture is truncated/u],
    [
      "damaged",
      changed.join("\n"),
      5,
      /^The capture is damaged at line 3: its hash is wrong\.\n$/u,
    ],
    ["newer", `{"fmt":"foldcast-capture","v":3}\n`, 6, /^The capture is newer than this build/u],
    ["foreign", "not a capture", 8, /^The file is not a Foldcast capture\.\n$/u],
  ])(
    "prints a sentence on standard error and exits with a code of its own for a bad file: %s",
    async (name, content, code, sentence) => {
      const ran = await replay(fileOf(name, content))
      expect(ran.code).toBe(code)
      expect(ran.err).toMatch(sentence)
    },
  )

  it("shows what a truncated file holds before it says that the file is truncated", async () => {
    const file = fileOf("cut", lines.slice(0, 10).join("\n"))
    expect((await replay(file)).out.trimEnd().split("\n")).toHaveLength(10)
    expect(JSON.parse((await replay(file, "--state")).out)).toMatchObject({ visit: { seq: 5 } })
  })

  it("counts the lines that it cannot read, and fails on them with --strict", async () => {
    const header = lines[0] ?? ""
    const line = canonicalJson({
      ...(JSON.parse(lines[1] ?? "") as object),
      event: { _tag: "SomethingLater", amount: 0 },
      h: undefined,
    })
    const h = sha256(`${"0".repeat(64)}${line}`)
    const footer = canonicalJson({ count: 1, stateHash: "x" })
    const chained = (text: string, hash: string) => `${text.slice(0, -1)},"h":"${hash}"}`
    const otherBuild = header.replace(/"folds":"[^"]*"/u, `"folds":"other"`)
    const text = [otherBuild, chained(line, h), chained(footer, sha256(h + footer))].join("\n")
    const file = fileOf("unknown", text)
    const lenient = await replay(file)
    expect(lenient.code).toBe(0)
    expect(lenient.out).toMatch(/Not known to this build: SomethingLater once\.\n/u)
    expect(lenient.out).toMatch(
      /folded by another build \(folds other\); this one comes to another state\./u,
    )
    const strict = await replay(file, "--strict")
    expect(strict.code).toBe(6)
    expect(strict.err).toBe(
      "The capture is newer than this build: it holds what this one cannot read (SomethingLater once).\n",
    )
  })

  it("says whose signature the file bears, and demands a known one with --strict", async () => {
    const unsaid = await replay(SIGNED)
    expect(unsaid.code).toBe(0)
    expect(unsaid.out).toMatch(/It is signed by a key that is not among the given ones \(/u)
    const known = await replay(SIGNED, "--keys", KEYS, "--strict")
    expect(known.err).toBe("")
    expect(known.out).toMatch(/It is signed by the known key [\w-]{43}\.\n$/u)
    const strict = await replay(SIGNED, "--strict")
    expect([strict.code, strict.err]).toEqual([
      9,
      expect.stringMatching(/^The capture is whole, but it is signed by a key that is not among/u),
    ])
    expect(await replay(GOLDEN, "--strict", "--keys", KEYS)).toMatchObject({
      code: 9,
      err: "The capture is whole, but it is of version 1, which nobody signs.\n",
    })
    const forged = readFileSync(SIGNED, "utf8").replace(/"sig":"./u, '"sig":"_')
    const wrong = await replay(fileOf("forged", forged), "--keys", KEYS)
    expect(wrong.code).toBe(5)
    expect(wrong.err).toMatch(/its signature is not that of the key it names\.\n$/u)
    const nowhere = await replay(SIGNED, "--keys", join(directory, "nowhere"))
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringMatching(/cannot be read\.\n$/u)])
    const notKeys = await replay(SIGNED, "--keys", SIGNED)
    expect(notKeys).toMatchObject({ code: 2, err: `${SIGNED} holds no key set of a gateway.\n` })
  })

  it("fails with --strict where another build came to other states, and names the first event", async () => {
    const keys = fileOf("keys.json", JSON.stringify(KEY_SET))
    const lines = otherBuildLines(storyOf(30), (state, seq) =>
      seq < 17 ? state : { ...state, credits: { ...state.credits, balance: 3 } },
    )
    const file = fileOf("another-build", captureText(lines))
    const lenient = await replay(file, "--keys", keys)
    expect(lenient.code).toBe(0)
    expect(lenient.out).toMatch(
      /another build \(folds another\); this one comes to another state\./u,
    )
    const strict = await replay(file, "--keys", keys, "--strict")
    expect(strict.code).toBe(7)
    expect(strict.err).toMatch(/ They part at #17 CreditsChanged, in credits\.\n$/u)
    const more = otherBuildLines(storyOf(30), (state) => ({ ...state, rooms: { open: [] } }))
    const grown = await replay(fileOf("more", captureText(more)), "--keys", keys, "--strict")
    expect([grown.code, grown.err]).toEqual([0, ""])
  })

  it("shows the answers that were read between the events, and why one has no body", async () => {
    const file = fileOf("answers.gz", gzipSync(captureText(captureWithAnswers())))
    const timeline = await replay(file)
    expect(timeline).toMatchObject({ code: 0, err: "" })
    expect(timeline.out).toMatch(/answer {3}\/api\/list {2}200 {2}aaaaaaaaaaaa {2}18 bytes\n/u)
    expect(timeline.out).toMatch(/answer {3}\/api\/mine {2}200 {2}body not kept: it tells of/u)
    const golden = await replay(GOLDEN, "--answers")
    expect(golden).toMatchObject({ code: 0, out: "No answer had been read.\n" })
  })

  it("tells what the visitor had read, at a position or at the end", async () => {
    const file = fileOf("read", captureText(captureWithAnswers()))
    const read = async (...options: ReadonlyArray<string>) =>
      (await replay(file, "--answers", "--json", ...options)).out
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .map(({ key, body, why }) => [key, body ?? why])
    expect(await read("--at", "2")).toEqual([["/api/list", { names: ["Mila"] }]])
    expect(await read()).toEqual([
      ["/api/mine", expect.stringContaining("tells of somebody")],
      ["/api/list", { names: ["Bo"] }],
    ])
    expect((await replay(file, "--answers")).out.split("\n")).toHaveLength(3)
  })

  it("prints the body of one answer as JSON and nothing else, and a sentence where it has no body", async () => {
    const file = fileOf("bodies", captureText(captureWithAnswers()))
    const body = await replay(file, "--answer", "AAAA")
    expect(body).toMatchObject({ code: 0, err: "" })
    expect(JSON.parse(body.out)).toEqual({ names: ["Mila"] })
    const later = await replay(file, "--answer", "bbbb", "--at", "2")
    expect(later).toMatchObject({
      code: 2,
      out: "",
      err: "No answer had been read whose hash is bbbb….\n",
    })
    expect(await replay(file, "--answers", "--at", "99")).toMatchObject({
      code: 2,
      err: "Position 99 is not in the capture.\n",
    })
  })

  it("exits with the code of wrong usage where the file does not exist", async () => {
    expect(await replay(join(directory, "nowhere"))).toMatchObject({
      code: 2,
      out: "",
      err: `${join(directory, "nowhere")} cannot be opened: there is no such file.\n`,
    })
  })

  it.each<ReadonlyArray<string>>([
    [],
    [GOLDEN, "--at", "0"],
    [GOLDEN, "--wrong"],
    [GOLDEN, "--part", "2"],
    [GOLDEN, "--answer", "abc"],
    [directory],
  ])("refuses wrong usage with one code: %s %s %s", async (...args) => {
    const ran = await replay(...args)
    expect([ran.code, ran.out]).toEqual([2, ""])
    expect(ran.err).not.toMatch(/\n {4}at /u)
  })

  it("prints its help on standard output and ends with success", async () => {
    expect(await replay("--help")).toMatchObject({ code: 0, err: "" })
  })

  it("never writes to the file it reads", async () => {
    const file = join(directory, "copy")
    copyFileSync(GOLDEN, file)
    await replay(file)
    expect(readFileSync(file)).toEqual(readFileSync(GOLDEN))
  })
})
