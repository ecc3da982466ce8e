/**
 * Measures the theme's colours: OKLCH to sRGB, and the contrast of two colours as WCAG 2.2 defines it.
 * Pure; the theme's test calls it on every pair that the components use.
 */

export interface Oklch {
  /** 0 black to 1 white. */
  readonly lightness: number
  /** 0 grey, about 0.37 at most. */
  readonly chroma: number
  /** Degrees. */
  readonly hue: number
}

type Rgb = readonly [red: number, green: number, blue: number]

/** Linear light, not clipped: a part below 0 or above 1 lies outside sRGB. */
const linearRgb = ({ lightness, chroma, hue }: Oklch): Rgb => {
  const radians = (hue * Math.PI) / 180
  const a = chroma * Math.cos(radians)
  const b = chroma * Math.sin(radians)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** How far outside sRGB the colour lies; 0 is inside. */
export const outsideSrgb = (colour: Oklch): number =>
  Math.max(0, ...linearRgb(colour).map((part) => Math.max(-part, part - 1)))

const luminance = (colour: Oklch): number => {
  const [red, green, blue] = linearRgb(colour).map((part) => Math.min(1, Math.max(0, part))) as [
    number,
    number,
    number,
  ]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** 1 for equal colours to 21 for black on white. */
export const contrastOf = (one: Oklch, other: Oklch): number => {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [
    number,
    number,
  ]
  return (lighter + 0.05) / (darker + 0.05)
}

export interface ThemedColour {
  readonly light: Oklch
  readonly dark: Oklch
}

const COLOUR = /oklch\((?<parts>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/gu
const TOKEN = /--(?<name>[a-z0-9-]+):\s*light-dark\((?<value>[^;]*)\);/gu

const numberIn = (text: string, variables: ReadonlyMap<string, number>): number => {
  const scaled = /^calc\(var\(--(?<name>[a-z-]+)\) \* (?<factor>[\d.]+)\)$/u.exec(text)?.groups
  if (scaled) return (variables.get(scaled["name"] ?? "") ?? Number.NaN) * Number(scaled["factor"])
  const named = /^var\(--(?<name>[a-z-]+)\)$/u.exec(text)?.groups?.["name"]
  return named === undefined ? Number(text) : (variables.get(named) ?? Number.NaN)
}

/** The opaque colours of a theme, as its style sheet writes them, with a brand's variables put in. */
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
  const colour = (parts: string): Oklch => {
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
