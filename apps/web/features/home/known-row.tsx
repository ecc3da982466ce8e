/**
 * A row of faces that scrolls sideways, each a link to a profile. It is as high before anybody has come as with
 * everybody in it, and the faces keep their order: a status changes in place.
 */
import { type ReactNode, useId } from "react"
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { isOnline } from "@foldcast/rules/performer-status"
import { BY_ID_KEY } from "@foldcast/rules/grid/known-performers"
import { performersByIdPath } from "@foldcast/rules/grid/resources"
import { classNames } from "@foldcast/ui/class-names"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { readPerformers } from "../performers/answers.ts"
import { cardName } from "../performers/card-texts.ts"
import { PerformerPicture } from "../performers/performer-picture.tsx"
import { StatusChip } from "../performers/status-chip.tsx"
import { profileAddress, useProfileLinks } from "../performers/use-profile-links.ts"
import { useLocale } from "../site/page-frame-context.tsx"

export interface KnownAnswer {
  /** In the order of the ids; null: they have not come. */
  readonly performers: ReadonlyArray<PerformerSummary> | null
  /** Milliseconds: when it was so. */
  readonly at: number
  /** Why they do not come; null while they may. */
  readonly trouble: "Offline" | "Failed" | null
}

/** The performers with these ids. */
export const useKnown = (ids: ReadonlyArray<string>): KnownAnswer => {
  const { data, isError, fetchStatus } = useAnswer({
    path: performersByIdPath(ids, useLocale()),
    read: readPerformers,
    key: BY_ID_KEY,
  })
  if (data === undefined) {
    const waits = isError ? "Failed" : null
    return { performers: null, at: 0, trouble: fetchStatus === "paused" ? "Offline" : waits }
  }
  const performers = ids.flatMap(
    (id) => data.performers.find(({ performerId }) => performerId === id) ?? [],
  )
  return { performers, at: data.at, trouble: null }
}

function Face({
  performer,
  at,
  links,
}: {
  readonly performer: PerformerSummary
  readonly at: number
  readonly links: string
}) {
  const { username, picture, nonude, onlineStatus } = performer
  return (
    <a
      href={profileAddress(links, username)}
      data-profile={username}
      className={classNames("face", !isOnline(onlineStatus) && "face--offline")}
      aria-label={cardName(performer, at, useLocale())}
    >
      <PerformerPicture
        picture={picture}
        nonude={nonude}
        username={username}
        shape="avatar"
        when="eager"
        className="face__picture"
      />
      <StatusChip status={onlineStatus} isOnPicture className="face__status" />
      <span className="face__name" translate="no">
        {username}
      </span>
    </a>
  )
}

export interface KnownRowProps extends KnownAnswer {
  readonly heading: string
  /** Beside the heading. */
  readonly action: ReactNode
  /** Instead of nobody. */
  readonly whenEmpty: string
}

export function KnownRow({ heading, action, performers, at, trouble, whenEmpty }: KnownRowProps) {
  const id = useId()
  const { pattern, handlers } = useProfileLinks()
  const note =
    trouble === "Offline"
      ? m.grid_offline()
      : trouble === "Failed"
        ? m.home_known_failed()
        : performers?.length === 0
          ? whenEmpty
          : null
  return (
    <section className="known-row" aria-labelledby={id}>
      <div className="known-row__head">
        <h2 id={id}>{heading}</h2>
        {action}
      </div>
      {note === null ? (
        // One set of listeners for the links, which are what is pressed (use-profile-links.ts).
        <ul
          className="known-row__list"
          aria-labelledby={id}
          aria-busy={performers === null}
          {...handlers}
        >
          {performers?.map((performer) => (
            <li key={performer.performerId}>
              <Face performer={performer} at={at} links={pattern} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="known-row__note">
          <TextRun>{note}</TextRun>
        </p>
      )}
    </section>
  )
}
