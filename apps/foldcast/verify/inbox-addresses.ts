/**
 * Addresses of an inbox that the gateway never asks for: it silently shows no picture of a person, and a message without
 * its picture. Pure.
 */
import { attachmentIdOf } from "@foldcast/gateway/normalise/private-messages"
import { isPicturePath } from "@foldcast/gateway/performers/media-path"
import { type Mismatch, shown } from "@foldcast/verify/matching"
import { PICTURE_PATH_FORM } from "./pictures.ts"

const ATTACHMENT =
  "a picture's address: /inbox/attachment/ and its id of letters, digits, _ and -, 64 at most"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object"

/** What is wrong with a member of that name; avatars of other hosts depend on a setting. */
const expectedOf = (name: string, member: unknown): string | null => {
  if (name === "avatar" && typeof member === "string" && member.startsWith("/")) {
    return isPicturePath(member) ? null : PICTURE_PATH_FORM
  }
  if (name === "url" && typeof member === "string") {
    return attachmentIdOf({ url: member }) === null ? ATTACHMENT : null
  }
  return null
}

/** Checks every `avatar` and every `url` in the body. */
export const inboxAddressMismatches = (value: unknown, path = "$"): ReadonlyArray<Mismatch> => {
  if (Array.isArray(value)) {
    return value.flatMap((element, index) => inboxAddressMismatches(element, `${path}[${index}]`))
  }
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const place = `${path}.${name}`
    const expected = expectedOf(name, member)
    return expected === null
      ? inboxAddressMismatches(member, place)
      : [{ path: place, expected, actual: shown(member) }]
  })
}
