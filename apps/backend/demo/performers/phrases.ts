/**
 * What people of the demo world say about themselves, in both languages: everyday and neutral throughout.
 * about.ts puts it together. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"

export type Phrase = Readonly<Record<Locale, string>>
export type Phrases = readonly [Phrase, ...ReadonlyArray<Phrase>]

const both = (nl: string, en: string): Phrase => ({ nl, en })

export const HOBBIES: Phrases = [
  both("wandelen", "walking"),
  both("koken", "cooking"),
  both("fotografie", "photography"),
  both("lezen", "reading"),
  both("dansen", "dancing"),
  both("zwemmen", "swimming"),
  both("tuinieren", "gardening"),
  both("schaken", "chess"),
  both("schilderen", "painting"),
  both("fietsen", "cycling"),
  both("yoga", "yoga"),
  both("gamen", "gaming"),
  both("zingen", "singing"),
  both("bakken", "baking"),
  both("keramiek", "pottery"),
  both("klimmen", "climbing"),
  both("bordspellen", "board games"),
  both("piano spelen", "playing the piano"),
]

export const FOODS: Phrases = [
  both("Verse pasta", "Fresh pasta"),
  both("Sushi", "Sushi"),
  both("Stamppot", "Dutch mash"),
  both("Indiase curry", "Indian curry"),
  both("Een goede pizza", "A good pizza"),
  both("Pannenkoeken", "Pancakes"),
  both("Thaise soep", "Thai soup"),
  both("Tapas", "Tapas"),
  both("Kaasfondue", "Cheese fondue"),
  both("Falafel", "Falafel"),
  both("Mosselen", "Mussels"),
  both("Appeltaart", "Apple pie"),
]

export const DRINKS: Phrases = [
  both("Muntthee", "Mint tea"),
  both("Sterke koffie", "Strong coffee"),
  both("Rode wijn", "Red wine"),
  both("Bruiswater met citroen", "Sparkling water with lemon"),
  both("Warme chocolademelk", "Hot chocolate"),
  both("Gemberlimonade", "Ginger lemonade"),
  both("Een speciaalbiertje", "A craft beer"),
  both("Verse jus", "Fresh orange juice"),
]

export const MUSIC: Phrases = [
  both("Jazz", "Jazz"),
  both("Soul en funk", "Soul and funk"),
  both("Indiepop", "Indie pop"),
  both("House", "House"),
  both("Klassieke piano", "Classical piano"),
  both("Rock uit de jaren negentig", "’90s rock"),
  both("Latin", "Latin"),
  both("Hiphop", "Hip-hop"),
  both("Filmmuziek", "Film scores"),
  both("Van alles wat", "A bit of everything"),
]

export const PETS: Phrases = [
  both("Een kat", "A cat"),
  both("Twee katten", "Two cats"),
  both("Een hond", "A dog"),
  both("Een oude teckel", "An old dachshund"),
  both("Goudvissen", "Goldfish"),
  both("Geen, wel veel planten", "None, but lots of plants"),
  both("Een konijn", "A rabbit"),
  both("Geen", "None"),
]

export const GOALS: Phrases = [
  both("Ooit een eigen koffiebar", "A coffee bar of my own one day"),
  both("De wereld rond met de trein", "Around the world by train"),
  both("Een huis met een grote tuin", "A house with a big garden"),
  both("Vijf talen spreken", "Speaking five languages"),
  both("Een boek schrijven", "Writing a book"),
  both("Het noorderlicht zien", "Seeing the northern lights"),
  both("Gelukkig blijven met weinig", "Staying happy with little"),
  both("Een marathon uitlopen", "Finishing a marathon"),
]

export const GOOD_COMPANY: Phrases = [
  both("Iemand die om zichzelf kan lachen", "Someone who can laugh at himself"),
  both("Rustig en attent", "Calm and attentive"),
  both("Een goede verteller", "A good storyteller"),
  both("Avontuurlijk en betrouwbaar", "Adventurous and reliable"),
  both("Ik heb geen vast type", "I don’t have a type"),
  both("Nieuwsgierig en hoffelijk", "Curious and courteous"),
]

export const NICEST_OF_ME: Phrases = [
  both("Mijn lach", "My laugh"),
  both("Mijn geduld", "My patience"),
  both("Mijn ogen", "My eyes"),
  both("Mijn humor", "My sense of humor"),
  both("Mijn stem", "My voice"),
  both("Mijn krullen, als ze meewerken", "My hair on a good day"),
]

export const NICEST_OF_THEM: Phrases = [
  both("Een warme stem", "A warm voice"),
  both("Humor", "A sense of humor"),
  both("Sterke armen", "Strong arms"),
  both("Oprechte aandacht", "Sincere attention"),
  both("Goede manieren", "Good manners"),
  both("Een mooie glimlach", "A nice smile"),
]

export const PERSONALITIES: Phrases = [
  both("Vrolijk", "Cheerful"),
  both("Rustig", "Calm"),
  both("Spontaan", "Spontaneous"),
  both("Zorgzaam", "Caring"),
  both("Avontuurlijk", "Adventurous"),
  both("Dromerig", "Dreamy"),
  both("Eigenzinnig", "Headstrong"),
  both("Gevat", "Witty"),
]

export const RELATIONSHIPS: Phrases = [
  both("Vrijgezel", "Single"),
  both("Vrijgezel", "Single"),
  both("In een relatie", "In a relationship"),
  both("Dat blijft nog even geheim", "That’s a secret for now"),
]

export const SMOKING: Phrases = [
  both("Nee", "No"),
  both("Nee", "No"),
  both("Soms", "Sometimes"),
  both("Ja", "Yes"),
]

export const TATTOOS: Phrases = [
  both("Geen", "None"),
  both("Een kleine", "A small one"),
  both("Meer dan een", "More than one"),
]

export const DISLIKES: Phrases = [
  both("Onbeleefdheid", "Rudeness"),
  both("Haast", "Being rushed"),
  both("Opscheppen", "Bragging"),
  both("Te laat komen zonder bericht", "Being late without a word"),
  both("Ongeduld", "Impatience"),
  both("Leugens", "Lies"),
]

export const ON_WEBCAM: Phrases = [
  both("Omdat ik graag mensen leer kennen", "Because I like getting to know people"),
  both("Gezelligheid, op mijn eigen tijden", "Good company, on my own schedule"),
  both(
    "Voor de gesprekken die ik nergens anders heb",
    "For the conversations I don’t have anywhere else",
  ),
  both("Het begon als grap en bleef leuk", "It started as a joke and stayed fun"),
]

export const EYES: Phrases = [
  both("Blauw", "Blue"),
  both("Groen", "Green"),
  both("Grijs", "Gray"),
  both("Hazelbruin", "Hazel"),
]
export const BROWN_EYES: Phrases = [both("Bruin", "Brown"), both("Donkerbruin", "Dark brown")]

export const CITIES: Phrases = [
  both("Amsterdam", "Amsterdam"),
  both("Utrecht", "Utrecht"),
  both("Rotterdam", "Rotterdam"),
  both("Den Haag", "The Hague"),
  both("Groningen", "Groningen"),
  both("Eindhoven", "Eindhoven"),
  both("Nijmegen", "Nijmegen"),
  both("Zwolle", "Zwolle"),
  both("Breda", "Breda"),
  both("Gent", "Ghent"),
  both("Antwerpen", "Antwerp"),
  both("Brugge", "Bruges"),
  both("Leuven", "Leuven"),
  both("Maastricht", "Maastricht"),
]

/** By month, with the first day of the next sign. */
export const ZODIAC: ReadonlyArray<readonly [Phrase, number]> = [
  [both("Steenbok", "Capricorn"), 20],
  [both("Waterman", "Aquarius"), 19],
  [both("Vissen", "Pisces"), 21],
  [both("Ram", "Aries"), 20],
  [both("Stier", "Taurus"), 21],
  [both("Tweelingen", "Gemini"), 21],
  [both("Kreeft", "Cancer"), 23],
  [both("Leeuw", "Leo"), 23],
  [both("Maagd", "Virgo"), 23],
  [both("Weegschaal", "Libra"), 23],
  [both("Schorpioen", "Scorpio"), 22],
  [both("Boogschutter", "Sagittarius"), 22],
]

export const ALBUM_NAMES: Phrases = [
  both("Zomer", "Summer"),
  both("Thuis", "At home"),
  both("Onderweg", "On the road"),
  both("In kleur", "In color"),
  both("Avondlicht", "Evening light"),
  both("Mijn favorieten", "My favorites"),
  both("Achter de schermen", "Behind the scenes"),
]
