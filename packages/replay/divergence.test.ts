import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import type { SiteState } from "@foldcast/folds/site-state"
import {
  fileOfParts,
  captureLines,
  otherBuildLines,
  storyOf,
  captureText,
} from "./capture.fixtures.ts"
import { type Divergence, findDivergence } from "./divergence.ts"

const directory = mkdtempSync(join(tmpdir(), "divergence-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let files = 0
const divergenceOf = (lines: ReadonlyArray<string>, part = 1): Promise<Divergence> => {
  const file = join(directory, `${++files}.ndjson`)
  writeFileSync(file, captureText(lines))
  return findDivergence(file, part)
}

const STORY = storyOf(30)

describe("the divergence of another build's folds", () => {
  it("is the first event after which a slice differs, with the slices that do", async () => {
    const richer = (state: SiteState, seq: number) =>
      seq < 17 ? state : { ...state, credits: { ...state.credits, balance: 3 } }
    expect(await divergenceOf(otherBuildLines(STORY, richer))).toEqual({
      _tag: "At",
      at: "#17 CreditsChanged",
      slices: ["credits"],
    })
    const lines = fileOfParts([
      (part) => captureLines(storyOf(3), part),
      (part) => otherBuildLines(STORY, richer, part),
      (part) => captureLines(storyOf(9), part),
    ])
    expect(await divergenceOf(lines.flat(), 2)).toMatchObject({ _tag: "At" })
  })

  it("is found where the other build changed nothing and this one does", async () => {
    const stuck = otherBuildLines(STORY, (state, seq) =>
      seq < 10 ? state : { ...state, wallet: { ...state.wallet, open: false } },
    )
    expect(await divergenceOf(stuck)).toEqual({
      _tag: "At",
      at: "ui 1 WalletOpened",
      slices: ["wallet"],
    })
  })

  it("does not exist where one build only has a slice more, which is said", async () => {
    const more = otherBuildLines(STORY, (state) => ({ ...state, rooms: { open: [] } }))
    expect(await divergenceOf(more)).toEqual({ _tag: "OtherSlices", slices: ["rooms"] })
    const less = otherBuildLines(STORY, (state) =>
      Object.fromEntries(Object.entries(state).filter(([name]) => name !== "favourites")),
    )
    expect(await divergenceOf(less)).toEqual({ _tag: "OtherSlices", slices: ["favourites"] })
  })

  it("does not exist where all states are the same, and is unknown where none was recorded", async () => {
    expect(await divergenceOf(captureLines(STORY))).toEqual({ _tag: "FooterOnly" })
    const bare = otherBuildLines(STORY, () => ({}))
    expect(await divergenceOf(bare)).toEqual({ _tag: "NotRecorded" })
  })
})
