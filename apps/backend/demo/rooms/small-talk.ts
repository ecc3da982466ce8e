/** What demo performers say: short, friendly, about nothing in particular, in both languages. Data alone. */
import type { TipType, ToyIntensity } from "@foldcast/contracts/chat-rules"
import type { Locale } from "@foldcast/contracts/units"

type Lines = readonly [string, ...ReadonlyArray<string>]
type InBoth = Readonly<Record<Locale, Lines>>

/** `{name}` is the viewer's. */
export const ROOM_GREETINGS: InBoth = {
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

export const PRIVATE_GREETINGS: InBoth = {
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

export const ANSWERS: InBoth = {
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

export const TO_QUESTIONS: InBoth = {
  nl: [
    "Goede vraag, {name}! Ik denk van wel.",
    "Dat vraag je me wat. Soms, ja.",
    "Raad eens, {name}!",
    "Meestal wel. En jij?",
    "Nog niet, maar wie weet.",
  ],
  en: [
    "Good question, {name}! I think so.",
    "Now there’s a question. Sometimes, yes.",
    "Take a guess, {name}!",
    "Most of the time. And you?",
    "Not yet, but who knows.",
  ],
}

export const THANKS: Readonly<Record<TipType, InBoth>> = {
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

export const TOY_THANKS: Readonly<Record<ToyIntensity, InBoth>> = {
  low: { nl: ["Dat voelde ik nog net, {name}."], en: ["I could just about feel that, {name}."] },
  normal: { nl: ["Leuk, {name}, dank je!"], en: ["Nice, {name}, thank you!"] },
  medium: { nl: ["Oei, {name}! Dank je."], en: ["Oh, {name}! Thank you."] },
  hard: { nl: ["Wauw {name}, dat was sterk!"], en: ["Wow {name}, that was strong!"] },
  extreme: {
    nl: ["{name}! Ik viel bijna van mijn stoel."],
    en: ["{name}! I almost fell off my chair."],
  },
}

export const VIP_WELCOMES: InBoth = {
  nl: ["Nu ben ik er helemaal voor jou, {name}.", "Zo, {name}, alleen wij twee."],
  en: ["Now I’m here just for you, {name}.", "So, {name}, just the two of us."],
}

export const VIP_REFUSALS: InBoth = {
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

export const VIP_GOODBYES: InBoth = {
  nl: ["Ik moet weer verder, {name}. Het was fijn!", "Tot de volgende keer, {name}."],
  en: ["I have to go, {name}. It was lovely!", "Until next time, {name}."],
}

export const CAM_BACK: InBoth = {
  nl: ["Leuk om jou ook te zien, {name}!", "Hé, daar ben je, {name}."],
  en: ["Nice to see you too, {name}!", "Hey, there you are, {name}."],
}
