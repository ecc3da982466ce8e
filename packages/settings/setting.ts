/**
 * One setting, as data: its name in the environment, its fallback, its reader, and its meaning. A process
 * declares its settings as a tree in the shape of its configuration, whose type follows from it.
 * docs/settings.md is generated from these. Pure.
 *
 * Invariant: a `real` setting has a fallback for development only; production refuses to start without it.
 */
import * as Readers from "./readers.ts"
import type { Reader } from "./readers.ts"

export interface Setting<A> {
  readonly _tag: "Setting"
  /** In the environment: `MEMBER_API_URL`. */
  readonly name: string
  /** The text to use when the setting is not set; empty if that means "none". */
  readonly fallback: string
  readonly read: Reader<A>
  /** The form that its text must have: the end of the sentence "PORT must be …". */
  readonly must: string
  readonly meaning: string
  /** Production requires it, and refuses the development fallback. */
  readonly real: boolean
  /** The name in an earlier release, which is used when `name` is not set. */
  readonly formerName: string | null
}

export interface SettingTree {
  readonly [key: string]: Setting<unknown> | SettingTree
}

const isSetting = (node: Setting<unknown> | SettingTree): node is Setting<unknown> =>
  node["_tag"] === "Setting"

/** Every setting of the tree with the keys that lead to it, in order. */
export const settingsOf = (
  tree: SettingTree,
): ReadonlyArray<readonly [path: ReadonlyArray<string>, one: Setting<unknown>]> =>
  Object.entries(tree).flatMap(([key, node]) =>
    isSetting(node)
      ? [[[key], node] as const]
      : settingsOf(node).map(([path, one]) => [[key, ...path], one] as const),
  )

export const setting = <A>(
  name: string,
  fallback: string,
  read: Reader<A>,
  must: string,
  meaning: string,
): Setting<A> => ({
  _tag: "Setting",
  name,
  fallback,
  read,
  must,
  meaning,
  real: false,
  formerName: null,
})

export const real = <A>(
  name: string,
  fallback: string,
  read: Reader<A>,
  must: string,
  meaning: string,
): Setting<A> => ({ ...setting(name, fallback, read, must, meaning), real: true })

/** The same setting, with its value converted. */
export const mapped = <A, B>({ read, ...one }: Setting<A>, to: (value: A) => B): Setting<B> => ({
  ...one,
  read: (text) => {
    const value = read(text)
    return value === undefined ? undefined : to(value)
  },
})

/** The same setting made optional: null when it is not set. */
export const nullable = <A>({ read, ...one }: Setting<A>): Setting<A | null> => ({
  ...one,
  fallback: "",
  read: Readers.optional(read),
})

/** The same setting, not required in production. */
export const notDemanded = <A>(one: Setting<A>): Setting<A> => ({ ...one, real: false })

export const renamed = <A>(one: Setting<A>, formerName: string): Setting<A> => ({
  ...one,
  formerName,
})

export const number = (
  name: string,
  fallback: number,
  minimum: number,
  maximum: number,
  meaning: string,
) =>
  setting(
    name,
    String(fallback),
    Readers.wholeNumber(minimum, maximum),
    `a whole number from ${minimum} to ${maximum}`,
    meaning,
  )

/** 0 picks a free port. */
export const port = (name: string, fallback: number, meaning: string) =>
  number(name, fallback, 0, 65_535, meaning)

export const choice = <const A extends string>(
  name: string,
  fallback: NoInfer<A>,
  choices: readonly [A, A],
  meaning: string,
) => setting(name, fallback, Readers.oneOf(choices), choices.join(" or "), meaning)

export const onOrOff = (name: string, fallback: "on" | "off", meaning: string) =>
  setting(name, fallback, Readers.onOrOffText, "on or off", meaning)

export const rate = (name: string, fallback: string, meaning: string) =>
  setting(name, fallback, Readers.rateText, "a rate such as 20/15m (units s, m, h)", meaning)

export const folder = (name: string, fallback: string, meaning: string) =>
  setting(name, fallback, Readers.words, "a folder", meaning)

export const host = (name: string, fallback: string, meaning: string) =>
  setting(name, fallback, Readers.words, "an address or a host name", meaning)

/** Null when it is not set. */
export const optionalUrl = (name: string, meaning: string) =>
  setting(name, "", Readers.optional(Readers.httpUrl), "an http or https address", meaning)

export const secretSetting = (name: string, fallback: string, minLength: number, meaning: string) =>
  real(
    name,
    fallback,
    Readers.secretText(minLength),
    `${minLength} visible characters or more`,
    meaning,
  )

/** Null when it is not set. */
export const optionalSecret = (name: string, minLength: number, meaning: string) =>
  setting(
    name,
    "",
    Readers.optional(Readers.secretText(minLength)),
    `${minLength} visible characters or more`,
    meaning,
  )
