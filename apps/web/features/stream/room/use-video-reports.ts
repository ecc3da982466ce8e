/** Reports the state and quality of the room's video, as video-reporter.ts decides, once a second at most. */
import { useEffect, useEffectEvent, useState } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import { useRuntime } from "../../../runtime/react.tsx"
import { videoMeasureOf, type StatsReading, statsReadingOf } from "../media/video-stats.ts"
import { playerFailureOf, pictureStateOf } from "../media/video-connection-state.ts"
import { VideoReporter, REPORT_EVERY_MS } from "../media/video-reporter.ts"
import { useRoomVideo } from "./use-room-video.ts"

const POLL_MS = 1_000
/** A second later than a report is due: a reading just before that would be thrown away. */
const MEASURE_MS = REPORT_EVERY_MS + POLL_MS

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
    }, POLL_MS)
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
      const measured =
        before === null ? null : reporter.measured(videoMeasureOf(before, now), performance.now())
      before = now
      if (measured !== null) dispatch(measured)
    }
    // It rejects when the connection was closed meanwhile.
    const ask = () => void read().catch(() => {})
    ask()
    const reading = setInterval(ask, MEASURE_MS)
    return () => {
      isOver = true
      clearInterval(reading)
    }
  }, [dispatch, isPlaying, reporter, stream])
}
