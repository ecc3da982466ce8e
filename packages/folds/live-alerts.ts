/** Whom the member wants to be told of when they are live: the upstream's last list, with what was changed since. */
import type { LiveAlertsState, SiteState } from "./site-state.ts"
import { type Slice, withChanges } from "./slice.ts"
import { withListed } from "./with-listed.ts"

const NOTHING_KNOWN: LiveAlertsState = { performerIds: null, refusal: null }

const forgotten = () => undefined

export const liveAlertsSlice = {
  events: {
    StreamReset: forgotten,
    LoggedOut: forgotten,
    LiveAlertsListed: (alerts = NOTHING_KNOWN, { performerIds }) =>
      withChanges(alerts, { performerIds }),
    LiveAlertChanged: (alerts = NOTHING_KNOWN, { performerId, isOn }) =>
      withChanges(alerts, {
        performerIds: withListed(alerts.performerIds, performerId, isOn),
        refusal: null,
      }),
    LiveAlertRefused: (alerts = NOTHING_KNOWN, { performerId, label }) => ({
      ...alerts,
      refusal: { performerId, label },
    }),
  },
  facts: {
    CommandSent: (alerts, { command }) =>
      command === "SetLiveAlert" && alerts !== undefined
        ? withChanges(alerts, { refusal: null })
        : alerts,
  },
} satisfies Slice<SiteState["liveAlerts"]>

/** Null while unknown. */
export const liveAlertIds = ({ liveAlerts }: SiteState): ReadonlyArray<string> | null =>
  liveAlerts?.performerIds ?? null

/** Null while unknown. */
export const liveAlertOf =
  (performerId: string) =>
  ({ liveAlerts }: SiteState): boolean | null =>
    liveAlerts?.performerIds?.includes(performerId) ?? null

/** Why the last change for this performer was refused, until the next one. */
export const liveAlertRefusal =
  (performerId: string) =>
  ({ liveAlerts }: SiteState): string | null =>
    liveAlerts?.refusal?.performerId === performerId ? liveAlerts.refusal.label : null
