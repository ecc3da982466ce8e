/**
 * Development's secrets: generated once and stored in DATA_DIR/secrets.json, readable only by its owner, so
 * that sessions survive a restart. The environment takes precedence. Production has all secrets in the
 * environment.
 */
import { randomBytes } from "node:crypto"
import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Environment, textIn } from "@foldcast/settings/read-settings"
import { Failure } from "../failure.ts"
import { SECRET_NAMES, type SecretName } from "./settings.ts"

export type Secrets = Readonly<Record<SecretName, string>>

const SECRET_BYTES = 32
const OWNER_ONLY = 0o600

const readKept = (file: string): Readonly<Record<string, unknown>> => {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {}
    throw error
  }
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    throw new Failure(`${file} is damaged. Remove it, and new secrets are drawn: sessions end.`)
  }
}

export const loadSecrets = (dataDir: string, environment: Environment): Secrets => {
  const file = join(dataDir, "secrets.json")
  const kept = readKept(file)
  const drawn = Object.fromEntries(
    SECRET_NAMES.map((name) => {
      const value = kept[name]
      return [
        name,
        typeof value === "string" && value !== ""
          ? value
          : randomBytes(SECRET_BYTES).toString("base64url"),
      ]
    }),
  ) as Record<SecretName, string>
  const given = Object.fromEntries(
    SECRET_NAMES.flatMap((name) => {
      const value = textIn(environment, name)
      return value === "" ? [] : [[name, value]]
    }),
  )
  const allGiven = SECRET_NAMES.every((name) => given[name] !== undefined)
  if (!allGiven && SECRET_NAMES.some((name) => kept[name] !== drawn[name])) {
    writeFileSync(`${file}.new`, `${JSON.stringify(drawn, null, 2)}\n`, { mode: OWNER_ONLY })
    chmodSync(`${file}.new`, OWNER_ONLY)
    renameSync(`${file}.new`, file)
  }
  return { ...drawn, ...given }
}
