/** What the category pages say, in both languages: upstream's own words. */
import type { Locale } from "@foldcast/contracts/units"

export interface CategoryTexts {
  readonly name: string
  readonly title: string
  readonly content: string
  /** What stands below the list. */
  readonly tab: { readonly tab: string; readonly title: string; readonly content: string }
}

export const CATEGORY_SLUGS = [
  "free-cams",
  "toy-shows",
  "new-cams",
  "18-24",
  "nederlands",
  "english",
  "experienced",
] as const
export type CategorySlug = (typeof CATEGORY_SLUGS)[number]

export const CATEGORY_TEXTS: Readonly<
  Record<CategorySlug, Readonly<Record<Locale, CategoryTexts>>>
> = {
  "free-cams": {
    nl: {
      name: "Gratis chat",
      title: "Kijk en chat gratis mee",
      content: "Deze performers zijn nu in de gratis chat. Kom binnen en zeg hallo.",
      tab: {
        tab: "Hoe het werkt",
        title: "Wat is gratis chat?",
        content: "In de gratis chat kijk en praat je mee zonder credits uit te geven.",
      },
    },
    en: {
      name: "Free chat",
      title: "Watch and chat for free",
      content: "These performers are in free chat right now. Come in and say hello.",
      tab: {
        tab: "How it works",
        title: "What is free chat?",
        content: "In free chat you watch and join the conversation without spending credits.",
      },
    },
  },
  "toy-shows": {
    nl: {
      name: "Toyshows",
      title: "Shows die op je fooien reageren",
      content: "Deze performers gebruiken een toy die op fooien reageert.",
      tab: {
        tab: "Hoe het werkt",
        title: "Wat doet een fooi?",
        content: "Je kiest een fooi en de toy reageert meteen, zolang hij verbonden is.",
      },
    },
    en: {
      name: "Toy shows",
      title: "Shows that respond to your tips",
      content: "These performers use a toy that responds to tips.",
      tab: {
        tab: "How it works",
        title: "What does a toy tip do?",
        content: "You choose a tip and the toy responds right away, as long as it’s connected.",
      },
    },
  },
  "new-cams": {
    nl: {
      name: "Nieuw",
      title: "Nieuw deze week",
      content: "Performers die de afgelopen zeven dagen voor het eerst online kwamen.",
      tab: {
        tab: "Over nieuw",
        title: "Wie staat hier?",
        content: "Na zeven dagen gaat een nieuwe performer naar de gewone lijst.",
      },
    },
    en: {
      name: "New",
      title: "New this week",
      content: "Performers who came online for the first time in the past seven days.",
      tab: {
        tab: "About new",
        title: "Who is listed here?",
        content: "After seven days a new performer moves on to the general list.",
      },
    },
  },
  "18-24": {
    nl: {
      name: "18–24",
      title: "Performers van 18 tot en met 24",
      content: "Performers in de jongste leeftijdsgroep. Iedereen is volwassen en geverifieerd.",
      tab: {
        tab: "Over leeftijd",
        title: "Hoe weten we de leeftijd?",
        content: "Elke performer laat vóór de eerste sessie een geldig legitimatiebewijs zien.",
      },
    },
    en: {
      name: "18–24",
      title: "Performers aged 18 to 24",
      content: "Performers in the youngest age group. Everyone is an adult and verified.",
      tab: {
        tab: "About age",
        title: "How do we know the age?",
        content: "Every performer shows a valid ID before the first session.",
      },
    },
  },
  nederlands: {
    nl: {
      name: "Nederlands",
      title: "Chatten in het Nederlands",
      content: "Performers met wie je gewoon Nederlands praat.",
      tab: {
        tab: "Over talen",
        title: "Welke talen zijn er?",
        content: "Op elk profiel staat welke talen de performer spreekt.",
      },
    },
    en: {
      name: "Dutch",
      title: "Chat in Dutch",
      content: "Performers you can talk to in Dutch.",
      tab: {
        tab: "About languages",
        title: "Which languages are there?",
        content: "Every profile says which languages the performer speaks.",
      },
    },
  },
  english: {
    nl: {
      name: "Engels",
      title: "Chatten in het Engels",
      content: "Performers die Engels, Deens of Zweeds spreken.",
      tab: {
        tab: "Over talen",
        title: "Welke talen zijn er?",
        content: "Op elk profiel staat welke talen de performer spreekt.",
      },
    },
    en: {
      name: "English",
      title: "Chat in English",
      content: "Performers who speak English, Danish or Swedish.",
      tab: {
        tab: "About languages",
        title: "Which languages are there?",
        content: "Every profile says which languages the performer speaks.",
      },
    },
  },
  experienced: {
    nl: {
      name: "30 en ouder",
      title: "Performers van 30 jaar en ouder",
      content: "Performers met meer levenservaring.",
      tab: {
        tab: "Over leeftijd",
        title: "Hoe weten we de leeftijd?",
        content: "Elke performer laat vóór de eerste sessie een geldig legitimatiebewijs zien.",
      },
    },
    en: {
      name: "30 and older",
      title: "Performers aged 30 and older",
      content: "Performers with more life experience.",
      tab: {
        tab: "About age",
        title: "How do we know the age?",
        content: "Every performer shows a valid ID before the first session.",
      },
    },
  },
}
