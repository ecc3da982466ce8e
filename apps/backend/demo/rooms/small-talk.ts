/** What demo performers say: short, friendly, about nothing in particular, in both languages. Data alone. */
import type { TipType, ToyIntensity } from "@foldcast/contracts/chat-rules"
import type { Locale } from "@foldcast/contracts/units"

/** In each language, at least one. */
export type Lines = Readonly<Record<Locale, readonly [string, ...ReadonlyArray<string>]>>

/** `{name}` is the viewer's. */
export const ROOM_GREETINGS: Lines = {
  nl: [
    "Hoi {name}, leuk dat je er bent!",
    "Welkom {name}! Hoe was je dag?",
    "Hé {name}, kom erbij.",
    "Dag {name}, gezellig.",
    "{name}! Fijn dat je even binnenkomt.",
  ],
  en: [
    "Hi {name}, nice to see you!",
    "Welcome {name}! How was your day?",
    "Hey {name}, come on in.",
    "Hello {name}, good to have you here.",
    "{name}! So glad you dropped by.",
  ],
}

export const PRIVATE_GREETINGS: Lines = {
  nl: [
    "Hoi {name}, nu zijn we even onder ons.",
    "Fijn dat je er bent, {name}. Vertel eens?",
    "Daar ben je, {name}. Waar zullen we het over hebben?",
  ],
  en: [
    "Hi {name}, just the two of us for a bit.",
    "Nice to have you here, {name}. What’s on your mind?",
    "There you are, {name}. What should we talk about?",
  ],
}

export const ANSWERS: Lines = {
  nl: [
    "Dat snap ik helemaal, {name}.",
    "Haha, echt waar?",
    "Vertel daar eens meer over, {name}.",
    "Ik heb net muziek opgezet. Waar luister jij naar?",
    "Bij mij regent het. Hoe is het weer bij jou?",
    "Wat doe je graag als je vrij bent?",
    "Leuk dat je dat zegt!",
    "Daar moet ik even over nadenken…",
    "Ik ben vandaag wezen zwemmen. Heerlijk.",
    "Goed idee, {name}.",
  ],
  en: [
    "I know what you mean, {name}.",
    "Haha, really?",
    "Tell me more about that, {name}.",
    "I just put some music on. What do you listen to?",
    "It’s raining here. How’s the weather where you are?",
    "What do you like to do on a day off?",
    "How nice of you to say that!",
    "I’d have to think about that…",
    "I went swimming today. Lovely.",
    "Good idea, {name}.",
  ],
}

/** What is often asked, and answers that fit it. The first that fits counts. */
export const TO_KNOWN_QUESTIONS: ReadonlyArray<{ readonly asks: RegExp; readonly lines: Lines }> = [
  {
    asks: /\b(?:hoe (?:gaat|is) het|hoe was je dag|alles goed|how are you|how is it going|how’s it going|how was your day)\b/iu,
    lines: {
      nl: ["Goed, {name}, dank je! En met jou?", "Prima, lekker rustig vandaag. En jij, {name}?"],
      en: ["I’m good, {name}, thanks! And you?", "Fine, a nice quiet day. And yours, {name}?"],
    },
  },
  {
    asks: /\b(?:hoe heet|je naam|your name|what are you called)\b/iu,
    lines: {
      nl: ["Mijn naam staat hierboven, {name}. Leuk je te leren kennen!"],
      en: ["My name’s right at the top, {name}. Nice to meet you!"],
    },
  },
  {
    asks: /\b(?:waar (?:woon|kom|ben)|hoe oud|leeftijd|where (?:do|are)|how old|your age)\b/iu,
    lines: {
      nl: ["Wat ik daarover vertel, staat in mijn profiel, {name}. De rest houd ik voor mezelf."],
      en: ["What I share about that is in my profile, {name}. The rest I keep to myself."],
    },
  },
  {
    asks: /\b(?:wat (?:doe|ben) je|what are you doing|what do you do|what are you up to)\b/iu,
    lines: {
      nl: [
        "Met jou praten, {name}, met een muziekje erbij.",
        "Niets bijzonders. Gezellig met jou hier.",
      ],
      en: [
        "Talking to you, {name}, with some music on.",
        "Nothing much. Just nice to have you here.",
      ],
    },
  },
]

/** Fits any other question. */
export const TO_QUESTIONS: Lines = {
  nl: [
    "Daar vraag je me wat, {name}.",
    "Wat denk je zelf, {name}?",
    "Goede vraag. Vertel jij eerst maar, {name}.",
    "Dat verklap ik nog niet, {name}.",
  ],
  en: [
    "Now there’s a question, {name}.",
    "What do you think, {name}?",
    "Good question. You go first, {name}.",
    "I’m not telling yet, {name}.",
  ],
}

export const THANKS: Readonly<Record<TipType, Lines>> = {
  wink: {
    nl: ["Een knipoog terug, {name}!", "Dank je voor de knipoog, {name}."],
    en: ["A wink right back at you, {name}!", "Thanks for the wink, {name}."],
  },
  kiss: {
    nl: ["Wat lief, een kus van {name}. Dank je!", "Dank je voor de kus, {name}."],
    en: ["How sweet, a kiss from {name}. Thank you!", "Thanks for the kiss, {name}."],
  },
  drink: {
    nl: ["Proost, {name}!", "Dank je voor het drankje, {name}. Op jou!"],
    en: ["Cheers, {name}!", "Thanks for the drink, {name}. Here’s to you!"],
  },
  heart: {
    nl: ["Een hart! Je bent geweldig, {name}.", "Wauw {name}, dank je voor het hart."],
    en: ["A heart! You’re wonderful, {name}.", "Wow {name}, thanks for the heart."],
  },
  gift: {
    nl: ["Een cadeau! Je verwent me, {name}.", "Dank je wel voor het cadeau, {name}!"],
    en: ["A gift! You spoil me, {name}.", "Thank you so much for the gift, {name}!"],
  },
}

export const TOY_THANKS: Readonly<Record<ToyIntensity, Lines>> = {
  low: { nl: ["Dat voelde ik nog net, {name}."], en: ["I could just about feel that, {name}."] },
  normal: { nl: ["Leuk, {name}, dank je!"], en: ["Nice, {name}, thank you!"] },
  medium: { nl: ["Oei, {name}! Dank je."], en: ["Oh, {name}! Thank you."] },
  hard: { nl: ["Wauw {name}, dat was sterk!"], en: ["Wow {name}, that was strong!"] },
  extreme: {
    nl: ["{name}! Ik viel bijna van mijn stoel."],
    en: ["{name}! I almost fell off my chair."],
  },
}

export const VIP_WELCOMES: Lines = {
  nl: ["Nu ben ik er helemaal voor jou, {name}.", "Zo, {name}, alleen wij twee."],
  en: ["Now I’m here just for you, {name}.", "So, {name}, just the two of us."],
}

export const VIP_REFUSALS: Lines = {
  nl: [
    "over een paar minuten graag",
    "ik blijf nog even bij iedereen",
    "ik pak eerst even wat te drinken",
  ],
  en: [
    "in a few minutes, I’d love to",
    "I’m staying with everyone for now",
    "let me get a drink first",
  ],
}

export const VIP_GOODBYES: Lines = {
  nl: ["Ik moet weer verder, {name}. Het was fijn!", "Tot de volgende keer, {name}."],
  en: ["I have to go, {name}. It was lovely!", "Until next time, {name}."],
}

export const CAM_BACK: Lines = {
  nl: ["Leuk om jou ook te zien, {name}!", "Hé, daar ben je, {name}."],
  en: ["Nice to see you too, {name}!", "Hey, there you are, {name}."],
}
