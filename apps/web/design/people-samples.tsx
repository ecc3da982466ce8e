/** A performer's status, card and heart, in every state. */
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import { STATUSES } from "@foldcast/rules/performer-attributes"
import { FavouriteButton } from "../features/favourites/favourite-button.tsx"
import { PerformerCardItem } from "../features/performers/performer-card.tsx"
import { StatusChip } from "../features/performers/status-chip.tsx"
import { KEPT_PERFORMER, SAMPLE_NOW } from "./sample-facts.ts"
import { Sample } from "./sample.tsx"

const HOUR_MS = 3_600_000
const NAMES = ["Noor", "Luna", "Sky", "Mila", "Robin"]

const performer = (at: number, onlineStatus: number): PerformerSummary => ({
  performerId: `p_${at}`,
  username: NAMES[at] ?? "",
  rating: 80,
  onlineStatus,
  age: 25 + at,
  languages: ["nl", "en"],
  cybertoy: at % 2,
  picture: null,
  nonude: null,
  firstCamSession: SAMPLE_NOW - 100 * HOUR_MS,
  lastCamSession: SAMPLE_NOW - 5 * HOUR_MS,
})

export function PeopleSamples() {
  return (
    <>
      {STATUSES.map((status) => (
        <Sample key={status} state={`status ${status}`}>
          <StatusChip status={status} />
          <StatusChip status={status} isOnPicture />
        </Sample>
      ))}
      {STATUSES.map((onlineStatus, at) => (
        <Sample key={onlineStatus} state={`card, status ${onlineStatus}`}>
          <div className="design-card">
            <PerformerCardItem
              performer={performer(at, onlineStatus)}
              now={SAMPLE_NOW}
              links="#people"
            />
          </div>
        </Sample>
      ))}
      <Sample state="heart, kept">
        <FavouriteButton performerId={KEPT_PERFORMER} username="Luna" size="profile" />
      </Sample>
      <Sample state="heart">
        <FavouriteButton performerId="p_9" username="Sky" size="profile" />
      </Sample>
    </>
  )
}
