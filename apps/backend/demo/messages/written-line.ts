/** A line as a demo performer writes it to a member. Pure. */
import { sameKey } from "@foldcast/rules/names/same-key"
import type { Locale } from "@foldcast/contracts/units"
import type { SeededRandom } from "../../seeded-random.ts"
import type { Lines } from "../rooms/small-talk.ts"

/** Null for a member who is called by their address as long as they chose no name. */
export const nameToWrite = (username: string, email: string): string | null =>
  sameKey(username) === sameKey(email) ? null : username

const withName = (line: string, name: string | null) =>
  name === null ? line.replaceAll(/,? ?\{name\}/gu, "") : line.replaceAll("{name}", () => name)

/** One of the lines; not `said` where there is another. */
export const writtenLine = (
  lines: Lines,
  {
    lang,
    name,
    said,
  }: { readonly lang: Locale; readonly name: string | null; readonly said: string | null },
  random: SeededRandom,
): string => {
  const all = lines[lang].map((line) => withName(line, name))
  const [first = all[0] ?? "", ...others] = all.filter((line) => line !== said)
  return random.pick([first, ...others])
}
