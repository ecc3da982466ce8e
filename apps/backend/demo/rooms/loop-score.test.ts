import { describe, expect, it } from "vitest"
import { sceneOf } from "../../media/scene.ts"
import { loopScore } from "./loop-score.ts"

const OWNERS = Array.from({ length: 60 }, (_, index) => `demo_${index}`)
const scoreOf = (owner: string) =>
  loopScore(owner, sceneOf({ owner, name: "0", plain: false }).moment)

describe("what a demo performer does in her loop", () => {
  it("is the same each time, and not what the next one does", () => {
    expect(scoreOf("demo_1")).toEqual(scoreOf("demo_1"))
    expect(new Set(OWNERS.map((owner) => JSON.stringify(scoreOf(owner)))).size).toBe(OWNERS.length)
  })

  it("begins with the moment of her picture, and breathes, blinks, looks about and types", () => {
    for (const owner of OWNERS) {
      const { moments, idle } = scoreOf(owner)
      expect(moments[idle[0]?.[0] ?? -1]).toEqual(
        sceneOf({ owner, name: "0", plain: false }).moment,
      )
      const done = idle.flatMap(([frame]) => moments[frame] ?? [])
      expect(new Set(done.map(({ breath }) => breath)).size).toBeGreaterThan(10)
      expect(done.some(({ lids }) => lids === 1)).toBe(true)
      expect(done.some(({ gaze }) => Math.abs(gaze[0]) > 0.7)).toBe(true)
      expect(done.some(({ gaze, pitch }) => gaze[1] > 0.7 && pitch > 0.1)).toBe(true)
    }
  })

  it("is a laugh with an open mouth where it is cued, from rest, for two seconds at least", () => {
    for (const owner of OWNERS) {
      const { moments, reactions, rest } = scoreOf(owner)
      const laugh = reactions["laugh"] ?? []
      expect(laugh.some(([frame]) => (moments[frame]?.open ?? 0) > 0.5)).toBe(true)
      expect(laugh.reduce((sum, [, ms]) => sum + ms, 0)).toBeGreaterThan(2_000)
      expect(rest.map((frame) => moments[frame]?.open)).toEqual(rest.map(() => 0))
    }
  })

  it("leaves no gap of half a second between two pictures, which the site would tell as a stall", () => {
    for (const owner of OWNERS) {
      const { idle, reactions } = scoreOf(owner)
      const steps = [...idle, ...(reactions["laugh"] ?? [])]
      expect(Math.max(...steps.map(([, ms]) => ms))).toBeLessThan(500)
    }
  })
})
