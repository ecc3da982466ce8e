/**
 * Whose account somebody is who writes in a room, under a name that tells nobody who it is: the hash that stands
 * on the list of deleted accounts (packages/rules/deleted-accounts.ts), so that a log which came back from a backup
 * is told by that list alone whose writing goes (ADR 0040). Pure.
 */
import { hash } from "node:crypto"
import type { MemberId } from "@foldcast/contracts/ids"
import { deletedAccountText } from "@foldcast/rules/deleted-accounts"

/** SHA-256 in hexadecimals. */
export type WriterId = string & { readonly WriterId: unique symbol }

/** Of the names in some events: whose account each is. A guest's, a performer's and the service's have none. */
export type Writers = ReadonlyMap<string, WriterId>

export const NO_WRITERS: Writers = new Map()

export const writerOf = (member: MemberId): WriterId =>
  hash("sha256", deletedAccountText(member)) as WriterId
