/**
 * Where the stream is until its script has come, and for who has none: the performer's cover and what they do
 * now. No control that would do nothing.
 */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { type NamedStatus, namedStatus } from "@foldcast/rules/performer-status"
import { cardLine } from "../performers/card-texts.ts"
import { PerformerPicture } from "../performers/performer-picture.tsx"
import { useLocale } from "../site/page-frame-context.tsx"

type NowText = (inputs: { readonly name: string }) => string

const NOW: Readonly<Record<NamedStatus, NowText>> = {
  live: m.stage_live,
  free: m.stage_free,
  vip: m.stage_vip,
  pause: m.stage_pause,
  offline: m.stage_offline,
}

export interface StillStageProps {
  readonly profile: PerformerProfile
  /** Milliseconds: what "ago" is counted from. */
  readonly now: number
}

export function StillStage({ profile, now }: StillStageProps) {
  const locale = useLocale()
  const { username: name, onlineStatus, cover, picture, nonude } = profile
  const status = namedStatus(onlineStatus)
  return (
    <div className="stage-box">
      <PerformerPicture
        picture={cover ?? picture}
        nonude={nonude}
        username={name}
        shape="wide"
        when="first"
        alt={m.stage_picture({ name })}
        className="stage-box__picture"
      />
      {/* A status that changes is read out. */}
      <p className="stage-box__now" role="status">
        {NOW[status]({ name })}
        {status === "offline" && <span>{cardLine(profile, now, locale)}</span>}
      </p>
    </div>
  )
}
