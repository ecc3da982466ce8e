/** The tables of a document. Pure. */

/** The text under a heading, up to the next one of any level. */
const sectionOf = (document: string, heading: string): string => {
  const [, after = ""] = document.split(new RegExp(`^#{2,3} ${heading}$`, "mu"))
  return after.split(/^#{1,3} /mu)[0] ?? ""
}

/** The cells of the tables under a heading, with the spaces around them, without heads and rules. */
export const tableRows = (
  document: string,
  heading: string,
): ReadonlyArray<ReadonlyArray<string>> =>
  sectionOf(document, heading)
    .split("\n")
    .filter((line, index, lines) => line.startsWith("| ") && !lines[index + 1]?.startsWith("|--"))
    .map((line) => line.split("|").slice(1, -1))
