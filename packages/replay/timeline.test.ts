import { describe, expect, it } from "vitest"
import { clickFact, numberedCredits, captureHeader } from "./capture.fixtures.ts"
import { changeLine, formatClock, escapeText, timelineOf } from "./timeline.ts"

describe("the timeline of a capture", () => {
  it("shows time, direction and members, one line each", () => {
    expect(timelineOf({ kind: "header", header: captureHeader() })).toBe(
      "visit of 2023-11-14T22:13:20.000Z, began with a page, foldcast, nl, build test; " +
        "visit-0001, as of 2023-11-14T22:14:20.000Z: not ended, at #0, 0 client facts",
    )
    expect(timelineOf({ kind: "event", t: 61_005, envelope: numberedCredits(7) })).toBe(
      "01:01.005  #7       CreditsChanged  credits=7  from member-socket",
    )
    expect(timelineOf({ kind: "fact", t: 5, fact: clickFact(1, 0) })).toBe(
      "00:00.005  ui 1     WalletOpened",
    )
    const measured = {
      _tag: "PictureMeasured",
      width: 640,
      height: 480,
      framesPerSecond: 30,
      freezes: 1,
      kilobitsPerSecond: 760,
      roundTripMs: null,
    } as const
    expect(timelineOf({ kind: "fact", t: 5, fact: { ...clickFact(2, 0), fact: measured } })).toBe(
      "00:00.005  ui 2     PictureMeasured  width=640 height=480 framesPerSecond=30 freezes=1" +
        " kilobitsPerSecond=760 roundTripMs=null",
    )
    const remarks = { knownAt: -5, repeats: 3, reference: "7K3M-QX9F" }
    expect(
      timelineOf({ kind: "event", t: 61_005, envelope: numberedCredits(7) }, undefined, remarks),
    ).toBe(
      "01:01.005  #7       CreditsChanged  credits=7  from member-socket  says again what #3 said" +
        "  the gateway knew at -00:00.005  reference 7K3M-QX9F",
    )
    expect(changeLine({ path: "credits.balance", before: null, after: 7 })).toBe(
      "    credits.balance: null → 7",
    )
  })

  it("counts hours only where there are any", () => {
    expect(formatClock(3_723_004)).toBe("1:02:03.004")
  })

  it("lets no text of a log reach the terminal as more than text", () => {
    expect(escapeText("\u001b[2Jhi\u009b\u202egnp.exe")).toBe("\\u{1b}[2Jhi\\u{9b}\\u{202e}gnp.exe")
    const hostile = { ...numberedCredits(1), event: { _tag: "\u001b]0;x\u0007" } }
    expect(timelineOf({ kind: "unread-event", t: 0, envelope: hostile })).not.toMatch(/\p{Cc}/u)
    const member = {
      ...numberedCredits(1),
      event: { _tag: "LogInRefused" as const, label: "\u009b31m" },
    }
    expect(timelineOf({ kind: "event", t: 0, envelope: member })).not.toMatch(/\p{Cc}/u)
  })
})
