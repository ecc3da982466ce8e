/**
 * Writes the emoji that the message editor offers, in both languages, from Emojibase (MIT): what the picker shows and
 * searches, and nothing else. `npm run emoji`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"

const FOLDER = new URL("../apps/web/features/messenger/emoji/", import.meta.url)
/** Newer ones are boxes on devices of a few years ago. */
const NEWEST = 14
/** Skin tones and hair by themselves. */
const COMPONENTS = 2
/** The picker offers no skin tones. */
const NO_TONES = { dark: "", light: "", "medium-dark": "", "medium-light": "", medium: "" }

interface Told {
  readonly emoji: string
  readonly label: string
  readonly tags?: ReadonlyArray<string>
  readonly group?: number
  readonly order?: number
  readonly version: number
}
interface Group {
  readonly message: string
  readonly order: number
}

const read = (locale: string, name: string): unknown =>
  JSON.parse(
    readFileSync(new URL(import.meta.resolve(`emojibase-data/${locale}/${name}.json`)), "utf8"),
  )

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

for (const locale of ["nl", "en"]) {
  const told = read(locale, "data") as ReadonlyArray<Told>
  const { groups } = read(locale, "messages") as { readonly groups: ReadonlyArray<Group> }
  const emojis = told
    .filter(
      ({ group, version }) => group !== undefined && group !== COMPONENTS && version <= NEWEST,
    )
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ emoji, label, tags = [], group, version }) => ({
      emoji,
      category: group,
      label,
      version,
      tags,
    }))
  const categories = groups
    .filter(({ order }) => order !== COMPONENTS)
    .map(({ order, message }) => ({ index: order, label: capital(message) }))
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(
    new URL(`${locale}.json`, FOLDER),
    `${JSON.stringify({ locale, emojis, categories, skinTones: NO_TONES })}\n`,
  )
}
