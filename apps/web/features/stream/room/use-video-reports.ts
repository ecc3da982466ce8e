/** Looks at the moving picture once a second, and tells of it what video-reporter.ts says. */
import { useEffect, useEffectEvent, useState } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import { useRuntime } from "../../../runtime/react.tsx"
import { videoMeasureOf, type StatsReading, statsReadingOf } from "../media/video-stats.ts"
import { playerFailureOf, pictureStateOf } from "../media/video-connection-state.ts"
import { VideoReporter, REPORT_EVERY_MS } from "../media/video-reporter.ts"
import { useRoomVideo } from "./use-room-video.ts"

const LOOK_MS = 1_000
/** Later than it may be told again: a reading that comes a little early would be for nothing. */
const MEASURE_MS = REPORT_EVERY_MS + LOOK_MS

export const useVideoReports = ({ performerId }: RoomState): void => {
  const { dispatch, send } = useRuntime()
  const [reporter] = useState(() => new VideoReporter())
  const { stream, phase, isStalled } = useRoomVideo()
  const look = useEffectEvent(() => {
    const now = performance.now()
    const seen = { state: pictureStateOf(phase, isStalled), failure: playerFailureOf(phase) }
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
    let before: StatsReading | null = null
    let isOver = false
    const read = async () => {
      const stats: Array<Record<string, unknown>> = []
      const report = await stream.stats()
      report.forEach((stat: Record<string, unknown>) => stats.push(stat))
      const now = statsReadingOf(stats)
      if (isOver || now === null) return
      const told =
        before === null ? null : reporter.measured(videoMeasureOf(before, now), performance.now())
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
