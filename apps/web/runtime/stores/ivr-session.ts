/** Reads and writes what `ivr-cache` holds. Not beside its store, which the first script loads to empty it. */
import { DIAL_IN_COUNTRIES } from "@foldcast/contracts/phone"
import type { IvrSession } from "@foldcast/folds/site-state"
import { isJson, jsonOrNull, stringOf } from "../json.ts"
import { ivrCacheStore } from "./ivr-cache.ts"

const integerOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null

const NUMBER = /^.{3,32}$/u
const numberOf = (value: unknown): string | null => {
  const text = stringOf(value)
  return text !== null && NUMBER.test(text) ? text : null
}

const MAX_SESSION = 128
const sessionOf = (value: unknown): string | null => {
  const text = stringOf(value)
  return text !== null && text.length <= MAX_SESSION ? text : null
}

const ivrSession = (value: Readonly<Record<string, unknown>>): IvrSession | null => {
  const session = sessionOf(value["session"])
  const calledNumber = numberOf(value["calledNumber"])
  const displayNumber = numberOf(value["displayNumber"])
  const country = DIAL_IN_COUNTRIES.find((known) => known === value["country"])
  const tariffCents = integerOf(value["tariffCents"])
  const expiresAt = integerOf(value["expiresAt"])
  const startCents = integerOf(value["startCents"])
  const maxCents = integerOf(value["maxCents"])
  if (session === null || calledNumber === null || displayNumber === null) return null
  if (country === undefined || tariffCents === null || expiresAt === null) return null
  return {
    session,
    calledNumber,
    displayNumber,
    country,
    tariffCents,
    ...(startCents !== null && { startCents }),
    ...(maxCents !== null && { maxCents }),
    expiresAt,
  }
}

/** Null where there is none, or what there is was written by somebody else. */
export const keptIvrSession = (): IvrSession | null => {
  const { value } = ivrCacheStore.read()
  const kept = value === null ? null : jsonOrNull(value)
  return isJson(kept) ? ivrSession(kept) : null
}

export const keepIvrSession = (session: IvrSession | null): void => {
  if (session === null) ivrCacheStore.forget()
  else ivrCacheStore.write(JSON.stringify(session))
}
