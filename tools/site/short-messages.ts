/**
 * Shortens the compiled messages in the site's script. Paraglide writes three functions for each message, each of
 * which finds the language by itself: for most messages that is more script than their texts. In the browser's part
 * one function makes every message, of a text or a function for each language, and of the runtime only what the site
 * uses is left. In both parts the rules of plurals are made once for each language instead of once for each text. What
 * a message is called with, and what it returns, stay.
 */
import type { Plugin } from "vite"

const FACTORY = "virtual:message-in-languages"

const FACTORY_SOURCE = `
import { getLocale } from "@foldcast/messages/runtime"
export const inLanguages = (nl, en) => (inputs = {}, options = {}) => {
  const text = (options.locale ?? getLocale()) === "en" ? en : nl
  return typeof text === "string" ? text : text(inputs)
}
`

const MESSAGE = /\/packages\/messages\/generated\/messages\/(?!_index)\w+\.js$/u
const RUNTIME = /\/packages\/messages\/generated\/runtime\.js$/u
const REGISTRY = /\/packages\/messages\/generated\/registry\.js$/u

const TYPE_NOTES = /\/\*\* @type [^\n]*? \*\/ /gu
const IMPORT = /^import \{ getLocale, experimentalStaticLocale \} from '\.\.\/runtime\.js';$/mu
/** A text without inputs; the others stay functions. */
const PLAIN_TEXT = /^const (\w+) = \(\) => \{\s*return \((`(?:[^`\\$]|\\.)*`)\)\s*\};$/gmu
const CHOICE =
  /^export const (\w+) = \(\((?:inputs|inputs = \{\}), options = \{\}\) => \{\s*const locale = experimentalStaticLocale \?\? options\.locale \?\? getLocale\(\)\s*if \(locale === "en"\) return (\w+)\(inputs\)\s*return (\w+)\(inputs\)\s*\}\);?$/mu

/** Throws when Paraglide writes messages in another form than the one that is read here. */
export const shortMessage = (compiled: string): string => {
  const code = compiled.replace(TYPE_NOTES, "")
  if (!IMPORT.test(code) || !CHOICE.test(code))
    throw new Error(`a compiled message has an unknown form:\n${compiled}`)
  return code
    .replace(IMPORT, `import { inLanguages } from "${FACTORY}"`)
    .replace(PLAIN_TEXT, "const $1 = $2;")
    .replace(CHOICE, "export const $1 = /* @__PURE__ */ inLanguages($3, $2);")
}

const BASE_LOCALE = /^export const baseLocale = ("\w+");$/mu
const LOCALES = /^export const locales = .*\((\[.*\])\);$/mu

/** The page says its language before it renders: how Paraglide would find one is left out. */
export const shortRuntime = (compiled: string): string => {
  const [, baseLocale] = BASE_LOCALE.exec(compiled) ?? []
  const [, locales] = LOCALES.exec(compiled) ?? []
  if (baseLocale === undefined || locales === undefined)
    throw new Error("the compiled messages' runtime has an unknown form")
  return `
export const baseLocale = ${baseLocale}
export const locales = ${locales}
export const isLocale = (locale) => locales.includes(locale)
export let getLocale = () => baseLocale
export const overwriteGetLocale = (get) => { getLocale = get }
`
}

const PLURAL = "return new Intl.PluralRules(locale, options).select(Number(input))"

export const keptPluralRules = (compiled: string): string => {
  if (!compiled.includes(PLURAL)) throw new Error("the plurals' rules have an unknown form")
  const kept =
    "return (rules[locale + JSON.stringify(options)] ??= new Intl.PluralRules(locale, options)).select(Number(input))"
  return `const rules = {}\n${compiled.replace(PLURAL, kept)}`
}

export const shortMessages = (): ReadonlyArray<Plugin> => [
  {
    name: "foldcast:short-messages",
    // Before any other plugin rewrites what Paraglide wrote.
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: (id) => (id === FACTORY ? `\0${FACTORY}` : undefined),
    load: (id) =>
      id === `\0${FACTORY}` ? { code: FACTORY_SOURCE, moduleSideEffects: false } : undefined,
    transform: {
      filter: { id: [MESSAGE, RUNTIME] },
      handler: (code, id) => ({
        code: MESSAGE.test(id) ? shortMessage(code) : shortRuntime(code),
        map: null,
      }),
    },
  },
  {
    name: "foldcast:kept-plural-rules",
    enforce: "pre",
    transform: {
      filter: { id: REGISTRY },
      handler: (code) => ({ code: keptPluralRules(code), map: null }),
    },
  },
]
