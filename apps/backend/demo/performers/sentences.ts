/**
 * Whole sentences that people of the demo world say about themselves, each of two halves: eight times eight of a kind,
 * so that those who stand beside each other in a list say nothing alike. Everyday and neutral throughout. Pure.
 */
import type { Phrase } from "./phrases.ts"

const both = (nl: string, en: string): Phrase => ({ nl, en })

export interface SentenceKind {
  readonly first: ReadonlyArray<Phrase>
  readonly second: ReadonlyArray<Phrase>
  /** With the halves in the places of `1` and `2`. */
  readonly frame: Phrase
}

export const GREETINGS: SentenceKind = {
  frame: both("1, 2.", "1, 2."),
  first: [
    both("Hoi", "Hi"),
    both("Hallo daar", "Hello there"),
    both("Welkom", "Welcome"),
    both("Goedenavond", "Good evening"),
    both("Dag onbekende", "Hello stranger"),
    both("Hé, jij daar", "Hey you"),
    both("Fijn je te zien", "Good to see you"),
    both("Leuk dat je er bent", "Lovely to have you here"),
  ],
  second: [
    both("schuif gerust aan", "pull up a chair"),
    both("de thee staat klaar", "the tea is ready"),
    both("doe alsof je thuis bent", "make yourself at home"),
    both("blijf zo lang je wilt", "stay as long as you like"),
    both("ik hoopte net op gezelschap", "I was just hoping for company"),
    both("hier mag je gewoon jezelf zijn", "you can just be yourself here"),
    both("ik heb alle tijd", "I have all the time in the world"),
    both("vertel me alles over je dag", "tell me all about your day"),
  ],
}

export const ABOUT_ME: SentenceKind = {
  frame: both("1, en 2.", "1, and 2."),
  first: [
    both("Ik lach graag", "I love to laugh"),
    both("Ik luister beter dan ik praat", "I listen better than I talk"),
    both("Ik ben nieuwsgierig naar iedereen", "I’m curious about everyone"),
    both("Ik hou van lange gesprekken", "I like long talks"),
    both("Ik ben direct en warm", "I’m direct and warm"),
    both("Ik droom graag weg", "I like to daydream"),
    both("Ik kook graag voor een volle tafel", "I like to cook for a full table"),
    both("Ik dans door de keuken", "I dance through the kitchen"),
  ],
  second: [
    both("er staat bij mij altijd muziek aan", "there’s always music on at my place"),
    both("van reizen krijg ik nooit genoeg", "I never get enough of traveling"),
    both("’s avonds kom ik pas echt los", "I only really come alive at night"),
    both("plannen maak ik op het laatste moment", "I make plans at the last moment"),
    both("een goed boek gaat overal mee", "a good book goes everywhere with me"),
    both("mijn planten hebben allemaal een naam", "all my plants have names"),
    both("ik verlies elk bordspel met plezier", "I happily lose every board game"),
    both("aan zee word ik vanzelf rustig", "the sea always calms me down"),
  ],
}

export const INVITATIONS: SentenceKind = {
  frame: both("1, 2.", "1, 2."),
  first: [
    both("Zeg gerust hallo", "Feel free to say hello"),
    both("Vertel me wat je aan het lachen maakt", "Tell me what makes you laugh"),
    both("Neem rustig de tijd", "Take your time"),
    both("Vraag wat je wilt weten", "Ask what you’d like to know"),
    both("Kom nog eens langs", "Come by again"),
    both("Laat weten waar je vandaan komt", "Let me know where you’re from"),
    both("Kies een liedje uit", "Pick a song"),
    both("Begin gewoon over het weer", "Just start with the weather"),
  ],
  second: [
    both("dan zien we wel waar het heen gaat", "and we’ll see where it goes"),
    both("dan zet ik koffie", "and I’ll make coffee"),
    both("dan maken we er een mooie avond van", "and we’ll make a nice evening of it"),
    both("dan vertel ik iets terug", "and I’ll tell you something in return"),
    both("dan praten we van daar verder", "and we’ll talk on from there"),
    both("dan onthoud ik het", "and I’ll remember it"),
    both("dan is het ijs zo gebroken", "and the ice is broken in no time"),
    both("dan hoor je snel iets van me", "and you’ll soon hear from me"),
  ],
}

export const MOTTOS: SentenceKind = {
  frame: both("Eerst 1, dan 2.", "First 1, then 2."),
  first: [
    both("lachen", "laughter"),
    both("koffie", "coffee"),
    both("luisteren", "listening"),
    both("een diepe ademhaling", "a deep breath"),
    both("dansen", "dancing"),
    both("muziek", "music"),
    both("een wandeling", "a walk"),
    both("een grapje", "a joke"),
  ],
  second: [
    both("de plannen", "the plans"),
    both("het nieuws", "the news"),
    both("de afwas", "the dishes"),
    both("het grote werk", "the hard work"),
    both("de wereld", "the world"),
    both("de rest van de dag", "the rest of the day"),
    both("morgen", "tomorrow"),
    both("alles wat moet", "everything else"),
  ],
}

const framed = (frame: string, first: string, second: string) =>
  frame.replace("1", first).replace("2", second)

/** No two of the first 64 are given the same one. Both halves change from one to the next. */
export const sentenceOf = ({ frame, first, second }: SentenceKind, index: number): Phrase => {
  const row = Math.floor(index / first.length)
  const [one, other] = [first[index % first.length], second[(index * 3 + row) % second.length]]
  return {
    nl: framed(frame.nl, one?.nl ?? "", other?.nl ?? ""),
    en: framed(frame.en, one?.en ?? "", other?.en ?? ""),
  }
}
