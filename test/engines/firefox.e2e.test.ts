/** The main journeys through the site in Firefox, with moving pictures. */
import { FIREFOX_PATH, openFirefox } from "../support/firefox.ts"
import { describeIn, mainJourneys, pictureJourneys } from "./journeys.ts"
import { callJourneys, creditJourneys } from "./payment-journeys.ts"

describeIn(
  {
    name: "Firefox",
    missing: FIREFOX_PATH === undefined ? "firefox-esr is not installed" : null,
    open: () => openFirefox(),
  },
  mainJourneys,
  pictureJourneys,
  creditJourneys,
  callJourneys,
)
