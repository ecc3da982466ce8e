/**
 * Settings from the environment, all at once: every value, or one sentence for each fault and never the text
 * that was found there. Pure. Callers: the processes' config.ts, apps/foldcast/start/settings.ts.
 */
import { Result, Schema } from "effect"
import { items } from "./readers.ts"
import type { Setting } from "./setting.ts"

export type Environment = Readonly<Record<string, string | undefined>>

type Settings = Readonly<Record<string, Setting<unknown>>>

/** Every setting, read. */
export type SettingValues<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer A> ? A : never
}

/** The environment cannot be used: the process says so and ends. */
export class SettingsRefused extends Schema.TaggedError<SettingsRefused>()("SettingsRefused", {
  /** One for each fault. */
  sentences: Schema.Array(Schema.String),
}) {
  override get message() {
    return this.sentences.join("\n")
  }
}

/** Empty where it is not set. */
export const textIn = (environment: Environment, name: string): string =>
  environment[name]?.trim() ?? ""

/** Whether any item of a list stands in another one. */
const shareItem = (given: string, fallback: string): boolean => {
  const known = new Set(items(fallback))
  return items(given).some((item) => known.has(item))
}

export const readSettings = <S extends Settings>(
  settings: S,
  environment: Environment,
): Result.Result<SettingValues<S>, SettingsRefused> => {
  const isProduction = textIn(environment, "FOLDCAST_ENV") === "production"
  const values: Record<string, unknown> = {}
  const sentences: Array<string> = []
  for (const [name, { fallback, read, must, real }] of Object.entries(settings)) {
    const given = textIn(environment, name)
    const value = read(given === "" ? fallback : given)
    if (isProduction && real && given === "") {
      sentences.push(`${name} must be set in production: ${must}.`)
    } else if (isProduction && real && shareItem(given, fallback)) {
      sentences.push(`${name} must not be the development value in production: it must be ${must}.`)
    } else if (value === undefined) sentences.push(`${name} must be ${must}.`)
    else values[name] = value
  }
  return sentences.length > 0
    ? Result.fail(new SettingsRefused({ sentences }))
    : // Each was read by its own reader, or there is a sentence about it.
      Result.succeed(values as SettingValues<S>)
}
