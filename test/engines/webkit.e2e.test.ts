/** The main journeys through the site in WebKitGTK, which has no WebRTC and so shows stills. */
import { openWebKit } from "../support/webkit/webkit-browser.ts"
import { webKitPrograms } from "../support/webkit/webkit-process.ts"
import { describeIn, mainJourneys, stillJourneys } from "./journeys.ts"
import { stillCallJourneys } from "./payment-journeys.ts"

const programs = webKitPrograms()

describeIn(
  {
    name: "WebKit",
    missing: "missing" in programs ? programs.missing : null,
    open: async () => openWebKit(),
  },
  mainJourneys,
  stillJourneys,
  stillCallJourneys,
)
