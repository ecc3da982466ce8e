/**
 * A performer in a list: the whole card is one link to the profile, and the heart is a button beside it. It renders
 * again only when its performer is another object, or `now` changes.
 */
import { Vibrate } from "lucide-react"
import { memo } from "react"
import type { PerformerSummary as Card } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { hasToy, isOnline } from "@foldcast/rules/performer-status"
import { classNames } from "@foldcast/ui/class-names"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { FavouriteButton } from "../favourites/favourite-button.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { cardLine, cardName, languageCodes } from "./card-texts.ts"
import { PerformerPicture, type PerformerPictureProps } from "./performer-picture.tsx"
import { StatusChip } from "./status-chip.tsx"
import { profileAddress } from "./use-profile-links.ts"
import "./performer-card.css"

/** A card's share of the window, by the grid's columns. */
const SIZES =
  "(min-width: 1536px) 15vw, (min-width: 1280px) 20vw, (min-width: 1024px) 25vw, (min-width: 768px) 33vw, 50vw"

export interface PerformerCardProps {
  readonly performer: Card
  /** Milliseconds: the base of "ago" texts. */
  readonly now: number
  /** The address pattern of profiles. */
  readonly links: string
  readonly when?: NonNullable<PerformerPictureProps["when"]>
}

function CardOf({ performer, now, links, when = "lazy" }: PerformerCardProps) {
  const locale = useLocale()
  const { performerId, username, age, onlineStatus, picture, nonude, cybertoy } = performer
  return (
    <div
      className={classNames("performer-card", !isOnline(onlineStatus) && "performer-card--offline")}
    >
      <a
        href={profileAddress(links, username)}
        data-profile={username}
        className="performer-card__link"
        aria-label={cardName(performer, now, locale)}
      >
        <span className="performer-card__media">
          <PerformerPicture
            picture={picture}
            nonude={nonude}
            username={username}
            sizes={SIZES}
            when={when}
            className="performer-card__picture"
          />
          <StatusChip status={onlineStatus} isOnPicture className="performer-card__status" />
        </span>
        <span className="performer-card__who">
          <span className="performer-card__name" translate="no">
            {username}
          </span>
          {age > 0 && <span className="performer-card__age">{age}</span>}
          <span className="performer-card__facts">
            <span>{languageCodes(performer)}</span>
          </span>
        </span>
        <span className="performer-card__offer tabular">
          <span className="performer-card__line">
            <TextRun>{cardLine(performer, now, locale)}</TextRun>
          </span>
          {hasToy(cybertoy) && (
            <span className="performer-card__facts">
              <span className="performer-card__toy">
                <Vibrate size={14} aria-hidden="true" />
                <TextRun>{m.status_toy()}</TextRun>
              </span>
            </span>
          )}
        </span>
      </a>
      <div className="performer-card__heart">
        <FavouriteButton performerId={performerId} username={username} />
      </div>
    </div>
  )
}

export const PerformerCardItem = memo(CardOf)
