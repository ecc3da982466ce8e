/** Whom the member wants to be told of when they are live: the upstream's last list, with what was changed since. */
import { INITIAL_STATE } from "./initial-state.ts"
import type { LiveAlertsState, SiteState } from "./site-state.ts"
import { type Slice, withChanges } from "./slice.ts"

const initial = () => INITIAL_STATE.liveAlerts

export const liveAlertsSlice = {
  events: {
    StreamReset: initial,
    LoggedOut: initial,
    LiveAlertsListed: (alerts, { performerIds }) => withChanges(alerts, { performerIds }),
    LiveAlertChanged: ({ performerIds }, { performerId, isOn }) => ({
      // A change before the first list must not look like the whole list.
      performerIds:
        performerIds === null || performerIds.includes(performerId) === isOn
          ? performerIds
          : isOn
            ? [performerId, ...performerIds]
            : performerIds.filter((id) => id !== performerId),
      refusal: null,
    }),
    LiveAlertRefused: (alerts, { performerId, label }) => ({
      ...alerts,
      refusal: { performerId, label },
    }),
  },
  facts: {
    CommandSent: (alerts, { command }) =>
      command === "SetLiveAlert" ? withChanges(alerts, { refusal: null }) : alerts,
  },
} satisfies Slice<LiveAlertsState>

/** Null while unknown. */
export const liveAlertOf =
  (performerId: string) =>
  ({ liveAlerts }: SiteState): boolean | null =>
    liveAlerts.performerIds?.includes(performerId) ?? null

/** Why the last change for this performer was refused, until the next one. */
export const liveAlertRefusal =
  (performerId: string) =>
  ({ liveAlerts: { refusal } }: SiteState): string | null =>
    refusal?.performerId === performerId ? refusal.label : null
