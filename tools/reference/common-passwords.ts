/**
 * The list of packages/rules/common-passwords.ts, as source text: the ten thousand most common passwords that
 * the other rules allow, as sorted 32-bit hashes, big-endian, in base64. The source is ordered by frequency.
 * Pure.
 */
import { dictionary } from "@zxcvbn-ts/language-common"
import { commonPasswordHash } from "../../packages/rules/common-passwords.ts"
import { passwordFault, passwordLengths } from "../../packages/rules/password.ts"

const HOW_MANY = 10_000
const HASH_BYTES = 4

const LENGTHS = [false, true].map((longPasswords) => passwordLengths({ longPasswords }))

const passesRules = (word: string): boolean =>
  LENGTHS.some((lengths) => passwordFault(word, lengths) === null)

/** The most common first. */
export const COMMONEST: ReadonlyArray<string> = dictionary["passwords-common"]
  .filter(passesRules)
  .slice(0, HOW_MANY)

export const commonPasswords = (): string => {
  const hashes = [...new Set(COMMONEST.map(commonPasswordHash))].toSorted((a, b) => a - b)
  const bytes = Buffer.alloc(hashes.length * HASH_BYTES)
  for (const [index, hash] of hashes.entries()) bytes.writeUInt32BE(hash, index * HASH_BYTES)
  return [
    "// Made by `npm run docs` from @zxcvbn-ts/language-common: the list of common passwords of zxcvbn-ts,",
    "// (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 zxcvbn-ts, MIT licence.",
    `export const HASHES = "${bytes.toString("base64")}"`,
    "",
  ].join("\n")
}
