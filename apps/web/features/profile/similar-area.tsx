/** Performers like the one of the profile: beside the stage of the widest windows, below everything else on others. */
import { m } from "@foldcast/messages/messages"
import { PerformerCardItem } from "../performers/performer-card.tsx"
import { useProfileLinks } from "../performers/use-profile-links.ts"
import type { SimilarPerformers } from "../performers/use-similar.ts"

export interface SimilarAreaProps {
  /** One at least. */
  readonly similar: SimilarPerformers
}

export function SimilarArea({ similar }: SimilarAreaProps) {
  const { pattern, handlers } = useProfileLinks()
  const { performers, at } = similar
  return (
    <section className="similar site-width" aria-labelledby="profile-similar">
      <h2 id="profile-similar">{m.profile_similar_heading()}</h2>
      {/* One set of listeners for the links, which are what is pressed (use-profile-links.ts). */}
      <ul className="similar__list" {...handlers}>
        {performers.map((performer) => (
          <li key={performer.performerId}>
            <PerformerCardItem performer={performer} now={at} links={pattern} />
          </li>
        ))}
      </ul>
    </section>
  )
}
