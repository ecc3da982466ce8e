/** The language of a page: the one asked for, else the payment order's, else the browser's, else Dutch. Pure. */
export type Language = "nl" | "en"

export const otherLanguage = (language: Language): Language => (language === "nl" ? "en" : "nl")

const isLanguage = (text: string | undefined): text is Language => text === "nl" || text === "en"

interface Preference {
  readonly language: string
  readonly weight: number
}

const preferences = (header: string): ReadonlyArray<Preference> =>
  header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";")
      const q = /^\s*q=(\d(?:\.\d+)?)\s*$/u.exec(parameters.join(";"))
      return { language: tag.split("-")[0] ?? "", weight: q === null ? 1 : Number(q[1]) }
    })
    .toSorted((a, b) => b.weight - a.weight)

export const chooseLanguage = (
  asked: string | undefined,
  ordered: Language | undefined,
  acceptLanguage: string | undefined,
): Language => {
  if (isLanguage(asked)) return asked
  if (ordered !== undefined) return ordered
  const liked = preferences(acceptLanguage ?? "")
    .filter(({ weight }) => weight > 0)
    .map(({ language }) => language)
  return liked.find(isLanguage) ?? "nl"
}
