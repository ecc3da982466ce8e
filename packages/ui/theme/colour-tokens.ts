/**
 * Reads the theme's colours from its style sheet, so that a test measures the colours that components use.
 * Pure.
 */

export interface TokenOklch {
  /** 0 black to 1 white. */
  readonly lightness: number
  /** 0 grey, about 0.37 at most. */
  readonly chroma: number
  /** Degrees. */
  readonly hue: number
}

export interface ThemedColour {
  readonly light: TokenOklch
  readonly dark: TokenOklch
}

const COLOUR = /oklch\((?<parts>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/gu
const TOKEN = /--(?<name>[a-z0-9-]+):\s*light-dark\((?<value>[^;]*)\);/gu

const numberIn = (text: string, variables: ReadonlyMap<string, number>): number => {
  const scaled = /^calc\(var\(--(?<name>[a-z-]+)\) \* (?<factor>[\d.]+)\)$/u.exec(text)?.groups
  if (scaled) return (variables.get(scaled["name"] ?? "") ?? Number.NaN) * Number(scaled["factor"])
  const named = /^var\(--(?<name>[a-z-]+)\)$/u.exec(text)?.groups?.["name"]
  return named === undefined ? Number(text) : (variables.get(named) ?? Number.NaN)
}

/**
 * The opaque colours of a theme's style sheet, with a brand's variables filled in. @internal The theme's test
 * reads the style sheets by it.
 */
export const colourTokens = (
  css: string,
  brand: ReadonlyMap<string, number>,
): ReadonlyMap<string, ThemedColour> => {
  const variables = new Map(
    [...css.matchAll(/--(?<name>[a-z-]+):\s*(?<value>[\d.]+);/gu)].map((found) => [
      found.groups?.["name"] ?? "",
      Number(found.groups?.["value"]),
    ]),
  )
  for (const [name, value] of brand) variables.set(name, value)
  const colour = (parts: string): TokenOklch => {
    const [lightness = "", chroma = "", hue = ""] = parts.match(/calc\([^)]*\)[^)]*\)|\S+/gu) ?? []
    return {
      lightness: numberIn(lightness, variables),
      chroma: numberIn(chroma, variables),
      hue: numberIn(hue, variables),
    }
  }
  return new Map(
    [...css.matchAll(TOKEN)].flatMap((found) => {
      const colours = [...(found.groups?.["value"] ?? "").matchAll(COLOUR)].map(
        (match) => match.groups?.["parts"] ?? "",
      )
      const [light, dark] = colours
      if (light === undefined || dark === undefined || light.includes("/")) return []
      return [[found.groups?.["name"] ?? "", { light: colour(light), dark: colour(dark) }] as const]
    }),
  )
}
