/** In place of the stream until its script has loaded, and without script: the performer's picture and status. */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { isOnline } from "@foldcast/rules/performer-status"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { cardLine } from "../../performers/card-texts.ts"
import { useLocale } from "../../site/page-frame-context.tsx"
import { isElsewhere } from "./player-state.ts"
import { StagePicture } from "./stage-picture.tsx"
import { statusText } from "./status-text.ts"
import { WhileAway } from "./while-away.tsx"

export interface StagePlaceholderProps {
  readonly profile: PerformerProfile
  /** Milliseconds: what "ago" is counted from. */
  readonly now: number
}

export function StagePlaceholder({ profile, now }: StagePlaceholderProps) {
  const locale = useLocale()
  const { username, onlineStatus } = profile
  return (
    <div className="stage-box ui-dark">
      <StagePicture profile={profile} />
      {/* A status that changes is read out. */}
      <p className="stage-box__now" role="status">
        <TextRun>{statusText(onlineStatus, username)}</TextRun>
        {!isOnline(onlineStatus) && (
          <span className="stage-box__more">
            <TextRun>{cardLine(profile, now, locale)}</TextRun>
          </span>
        )}
      </p>
      {isElsewhere(null, onlineStatus) && <WhileAway profile={profile} isLoud />}
    </div>
  )
}
