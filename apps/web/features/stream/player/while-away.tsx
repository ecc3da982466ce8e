/**
 * Over the picture of a performer who cannot be watched now: to be told when they are live again, where they are
 * offline, and who is like them and live. Its place is there before anybody has come.
 */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { isOnline, isWatchable } from "@foldcast/rules/performer-status"
import { cardName } from "../../performers/card-texts.ts"
import { PerformerPicture } from "../../performers/performer-picture.tsx"
import { profileAddress, useProfileLinks } from "../../performers/use-profile-links.ts"
import { useSimilarPerformers } from "../../performers/use-similar.ts"
import { useLocale } from "../../site/page-frame-context.tsx"
import { LiveAlertButton } from "./live-alert-button.tsx"

/** One row on the narrowest phone. */
const MOST = 4

/** The width of a picture, by that of the stage (player.css). */
const SIZES = "(min-width: 768px) 8rem, 4rem"

function LiveInstead({ profile }: { readonly profile: PerformerProfile }) {
  const locale = useLocale()
  const { pattern, handlers } = useProfileLinks()
  const { performers, at } = useSimilarPerformers(profile, MOST)
  return (
    <div className="live-instead">
      <ul
        className="live-instead__list"
        aria-label={m.live_instead({ name: profile.username })}
        // One set of listeners for the links, which are what is pressed (use-profile-links.ts).
        {...handlers}
      >
        {performers
          .filter(({ onlineStatus }) => isWatchable(onlineStatus))
          .map((performer) => {
            const { performerId, username, picture, nonude } = performer
            return (
              <li key={performerId}>
                <a
                  href={profileAddress(pattern, username)}
                  data-profile={username}
                  className="live-instead__link"
                  aria-label={cardName(performer, at, locale)}
                >
                  <PerformerPicture
                    picture={picture}
                    nonude={nonude}
                    username={username}
                    sizes={SIZES}
                    when="lazy"
                    className="live-instead__picture"
                  />
                  <span className="live-instead__name" translate="no">
                    {username}
                  </span>
                </a>
              </li>
            )
          })}
      </ul>
    </div>
  )
}

export interface WhileAwayProps {
  readonly profile: PerformerProfile
  /** Whether nothing else on the stage is pressed. */
  readonly isLoud: boolean
}

export function WhileAway({ profile, isLoud }: WhileAwayProps) {
  const { performerId, username, onlineStatus } = profile
  return (
    <div className="while-away needs-script">
      {!isOnline(onlineStatus) && (
        <LiveAlertButton performerId={performerId} name={username} isLoud={isLoud} />
      )}
      <LiveInstead profile={profile} />
    </div>
  )
}
