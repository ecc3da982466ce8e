/**
 * What demo performers write beside their small talk: about pictures, and when they write first. `{name}` is the
 * member's, and never a line's first word, so that a line stands without it. Data alone.
 */
import type { Lines } from "../rooms/small-talk.ts"

export const TO_PICTURES: Lines = {
  nl: [
    "Mooie foto, {name}! Waar is dat?",
    "Dank je voor de foto, {name}.",
    "Wat leuk dat je dat laat zien!",
  ],
  en: [
    "Nice photo, {name}! Where is that?",
    "Thanks for the photo, {name}.",
    "How nice of you to show me!",
  ],
}

/** Above a picture that she sends along. */
export const WITH_PICTURE: Lines = {
  nl: [
    "Kijk, deze heb ik vandaag gemaakt, {name}.",
    "Deze vind ik zelf wel gelukt. Wat vind jij, {name}?",
    "Een foto uit mijn album, speciaal voor jou.",
  ],
  en: [
    "Look, I took this one today, {name}.",
    "I quite like this one myself. What do you think, {name}?",
    "One from my album, just for you.",
  ],
}

export const ASKS_FOR_PICTURE =
  /\b(?:foto|foto’s|foto's|fotootje|selfie|photo|photos|picture|pictures|pic|pics)\b/iu

export const UNASKED: Lines = {
  nl: [
    "Hoi {name}, ik dacht even aan je. Hoe is je week?",
    "Dag {name}, alles goed met je?",
    "Hé {name}, vanavond ben ik er weer. Kom je even langs?",
    "Hoi {name}, heb je nog iets leuks gedaan vandaag?",
  ],
  en: [
    "Hi {name}, you just crossed my mind. How’s your week?",
    "Hello {name}, how are you doing?",
    "Hey {name}, I’ll be around tonight. Will you drop by?",
    "Hi {name}, did you do anything nice today?",
  ],
}
