/** Looks at the moving picture once a second, and tells of it what video-reporter.ts says. */
import { useEffect, useEffectEvent, useState } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import { useRuntime } from "../../../runtime/react.tsx"
import { measureOf, type Reading, readingOf } from "../media/video-stats.ts"
import { failureOf, pictureStateOf } from "../media/video-connection-state.ts"
import { PictureReporter, REPORT_EVERY_MS } from "../media/video-reporter.ts"
import { useRoomPicture } from "./use-room-video.ts"

const LOOK_MS = 1_000
/** Later than it may be told again: a reading that comes a little early would be for nothing. */
const MEASURE_MS = REPORT_EVERY_MS + LOOK_MS

export const usePictureReports = ({ performerId }: RoomState): void => {
  const { dispatch, send } = useRuntime()
  const [reporter] = useState(() => new PictureReporter())
  const { stream, phase, isStalled } = useRoomPicture()
  const look = useEffectEvent(() => {
    const now = performance.now()
    const seen = { state: pictureStateOf(phase, isStalled), failure: failureOf(phase) }
    const change = reporter.changed(seen, now)
    if (change !== null) dispatch(change)
    const failure = reporter.failed(seen, now)
    if (failure !== null) send({ _tag: "ReportPlayerFailure", performerId, failure })
  })
  useEffect(() => {
    const looking = setInterval(() => {
      look()
    }, LOOK_MS)
    return () => {
      clearInterval(looking)
    }
  }, [])
  const isPlaying = phase._tag === "Playing"
  useEffect(() => {
    if (stream === null || !isPlaying) return
    let before: Reading | null = null
    let isOver = false
    const read = async () => {
      const stats: Array<Record<string, unknown>> = []
      const report = await stream.stats()
      report.forEach((stat: Record<string, unknown>) => stats.push(stat))
      const now = readingOf(stats)
      if (isOver || now === null) return
      const told =
        before === null ? null : reporter.measured(measureOf(before, now), performance.now())
      before = now
      if (told !== null) dispatch(told)
    }
    // A connection that closed meanwhile has nothing to say.
    const ask = () => void read().catch(() => {})
    ask()
    const reading = setInterval(ask, MEASURE_MS)
    return () => {
      isOver = true
      clearInterval(reading)
    }
  }, [dispatch, isPlaying, reporter, stream])
}
