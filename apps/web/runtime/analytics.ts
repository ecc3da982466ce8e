/** The data layer that a tag manager reads; a plain list where none does. Nothing leaves from here. */
import type { AnalyticsEvent } from "@foldcast/reactions/analytics-event"

declare global {
  interface Window {
    dataLayer?: Array<AnalyticsEvent>
  }
}

export const pushAnalytics = (event: AnalyticsEvent): void => {
  window.dataLayer ??= []
  window.dataLayer.push(event)
}
