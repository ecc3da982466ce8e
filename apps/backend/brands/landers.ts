/** The first pages of the brands, as GET /lander answers them. */
import type { LanderAnswer } from "@foldcast/contracts/upstream/member-api"

const LANDERS: ReadonlyArray<LanderAnswer> = [
  {
    id: "foldcast-welcome",
    layout: "whitelabel",
    media: { mediaLeft: null, mediaRight: null, amount: null },
    i18n: {
      nl: {
        title: "Welkom bij Foldcast",
        text: "Bevestig je e-mailadres en ontvang je welkomstcredits. Je kunt ze meteen gebruiken.",
      },
      en: {
        title: "Welcome to Foldcast",
        text: "Confirm your email address and get your welcome credits. You can use them right away.",
      },
    },
  },
  {
    id: "lumio-welcome",
    layout: "whitelabel",
    media: { mediaLeft: null, mediaRight: null, amount: null },
    i18n: {
      nl: {
        title: "Fijn dat je er bent",
        text: "Nog één stap: bevestig je e-mailadres, dan staan je welkomstcredits voor je klaar.",
      },
      en: {
        title: "Good to see you",
        text: "One more step: confirm your email address, and your welcome credits are waiting for you.",
      },
    },
  },
]

export const landerById = (id: string): LanderAnswer | undefined =>
  LANDERS.find((lander) => lander.id === id)
