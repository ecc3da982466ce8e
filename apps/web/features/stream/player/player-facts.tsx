/** Over the picture: how many watch, and how long a guest still watches free. */
import type { RoomState } from "@foldcast/folds/room-state"
import { watchingCount } from "@foldcast/folds/watching-count"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { FreeTimeLeft } from "../paid/free-time.tsx"

export function PlayerFacts({ room }: { readonly room: RoomState }) {
  const locale = useLocale()
  const count = watchingCount(room)
  return (
    <div className="player__facts">
      {count !== null && (
        <span className="player__live tabular">
          <TextRun>{m.stream_members({ count, formatted: formatCount(count, locale) })}</TextRun>
        </span>
      )}
      <FreeTimeLeft room={room} />
    </div>
  )
}
