/**
 * What a performer may tell in words (PROFILE-01): upstream's names and ours are the same. Apart from the
 * schemas, so that a browser can know them too.
 */
export const PERFORMER_TEXTS = [
  "city",
  "description",
  "decency",
  "drinks",
  "ethnicity",
  "eyeColor",
  "food",
  "gender",
  "hairColor",
  "hobbies",
  "lifeGoal",
  "luckyNumber",
  "manType",
  "motto",
  "music",
  "nicestAboutMe",
  "nicestAboutMen",
  "orientation",
  "personality",
  "pets",
  "physique",
  "piercings",
  "relationship",
  "sexLocation",
  "sexPosition",
  "sexualPreference",
  "shaved",
  "showType",
  "smoking",
  "tattoo",
  "turnoff",
  "webcamming",
  "zodiac",
] as const
export type PerformerText = (typeof PERFORMER_TEXTS)[number]

/** A record of something for each of them. */
export const byPerformerText = <A>(
  of: (name: PerformerText) => A,
): Readonly<Record<PerformerText, A>> =>
  Object.fromEntries(PERFORMER_TEXTS.map((name) => [name, of(name)])) as Record<PerformerText, A>
