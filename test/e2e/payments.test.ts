/** The ways of paying beside a bundle, in Chromium; test/engines goes them in Firefox, and the call in WebKit. */
import { describe } from "vitest"
import { callJourneys, creditJourneys, stillCallJourneys } from "../engines/payment-journeys.ts"
import { PICTURE_WORLD } from "./picture-scenes.ts"
import { testSite } from "./site.ts"

describe("paying", () => {
  const site = testSite(PICTURE_WORLD)
  creditJourneys(site)
  callJourneys(site)
  stillCallJourneys(site)
})
