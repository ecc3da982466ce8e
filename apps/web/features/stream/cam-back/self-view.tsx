/** The visitor's own camera, mirrored and muted. */
import { LiveVideo } from "../media/live-video.tsx"

export function SelfView({
  stream,
  label,
}: {
  readonly stream: MediaStream
  readonly label: string
}) {
  return (
    <div className="self-view">
      <LiveVideo stream={stream} isMuted volume={1} isShown label={label} />
    </div>
  )
}
