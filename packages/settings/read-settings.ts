/**
 * Reads all settings from the environment: every value, or one sentence for each fault, never with the faulty
 * text. Pure.
 */
import { Result, Schema } from "effect"
import { items } from "./readers.ts"
import { type Setting, settingsOf, type SettingTree } from "./setting.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** The values of a settings tree, in the tree's own shape. */
export type SettingValues<S extends SettingTree> = {
  readonly [Key in keyof S]: S[Key] extends Setting<infer A>
    ? A
    : S[Key] extends SettingTree
      ? SettingValues<S[Key]>
      : never
}

/** The environment is invalid: the process prints the faults and exits. */
export class SettingsRefused extends Schema.TaggedError<SettingsRefused>()("SettingsRefused", {
  /** One for each fault. */
  sentences: Schema.Array(Schema.String),
}) {
  override get message() {
    return this.sentences.join("\n")
  }
}

/** Empty when it is not set. */
export const textIn = (environment: Environment, name: string): string =>
  environment[name]?.trim() ?? ""

/** Whether two lists share an item. */
const shareItem = (given: string, fallback: string): boolean => {
  const known = new Set(items(fallback))
  return items(given).some((item) => known.has(item))
}

interface Values {
  [key: string]: unknown
}

const put = (values: Values, [key = "", ...rest]: ReadonlyArray<string>, value: unknown): void => {
  if (rest.length === 0) values[key] = value
  else put((values[key] ??= {}) as Values, rest, value)
}

export const readSettings = <S extends SettingTree>(
  settings: S,
  environment: Environment,
): Result.Result<SettingValues<S>, SettingsRefused> => {
  const isProduction = textIn(environment, "FOLDCAST_ENV") === "production"
  const values: Values = {}
  const sentences: Array<string> = []
  for (const [path, { name: ownName, formerName, fallback, read, must, real }] of settingsOf(
    settings,
  )) {
    const isOwn = formerName === null || textIn(environment, ownName) !== ""
    const given = textIn(environment, isOwn ? ownName : formerName)
    const name = isOwn || given === "" ? ownName : formerName
    const value = read(given === "" ? fallback : given)
    if (isProduction && real && given === "") {
      sentences.push(`${name} must be set in production: ${must}.`)
    } else if (isProduction && real && shareItem(given, fallback)) {
      sentences.push(`${name} must not be the development value in production: it must be ${must}.`)
    } else if (value === undefined) sentences.push(`${name} must be ${must}.`)
    else put(values, path, value)
  }
  return sentences.length > 0
    ? Result.fail(new SettingsRefused({ sentences }))
    : // Each value was read by its own reader; otherwise there is a sentence about it.
      Result.succeed(values as SettingValues<S>)
}
