import { describe, expect, it } from "vitest"
import { MediaPaths } from "./media-paths.ts"

const at = (path: string, name: string) => ({ path, name })
const FIRST = at("live/1", "first")
const SECOND = at("live/1", "second")
const VIEWER = at("live/1", "viewer")

describe("the paths of the engine", () => {
  it("have one publisher each, the one that came last", () => {
    const paths = new MediaPaths()
    expect(paths.takeOver(FIRST)).toBeNull()
    expect(paths.takeOver(SECOND)).toBe(FIRST)
    expect(paths.removePublisher(FIRST)).toBe(false)
    expect(paths.publisherAt("live/1")).toBe(SECOND)
    expect(paths.publisherAt("live/2")).toBeNull()
  })

  it("keep their viewers while publishers come and go", () => {
    const paths = new MediaPaths()
    paths.addViewer(VIEWER)
    paths.takeOver(FIRST)
    expect(paths.removePublisher(FIRST)).toBe(true)
    expect([...paths.viewersAt("live/1")]).toEqual([VIEWER])
  })

  it("are removed once they have no publisher and no viewer", () => {
    const paths = new MediaPaths()
    paths.addViewer(VIEWER)
    paths.takeOver(FIRST)
    paths.removeViewer(VIEWER)
    expect(paths.count).toBe(1)
    paths.removePublisher(FIRST)
    expect(paths.count).toBe(0)
  })
})
