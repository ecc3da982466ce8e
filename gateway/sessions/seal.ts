/**
 * Encrypts what must not be readable on disk: AES-256-GCM under keys derived from SESSION_SECRET with HKDF, one key
 * per purpose. A sealed text is `v1.<key>.<iv>.<ciphertext and tag>` in base64url; it is bound to its context, so
 * it cannot be moved to another row.
 *
 * Pure: the caller gives the initialisation vector. Rotation: the first secret seals, all secrets unseal.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto"
import { Option, Redacted } from "effect"

export interface DerivedKey {
  /** Identifies the key without revealing it: 48 bits. */
  readonly id: string
  readonly key: Uint8Array
}
/** The first key is in use; the others only read older texts. */
export type DerivedKeys = readonly [DerivedKey, ...ReadonlyArray<DerivedKey>]

export type KeyPurpose =
  | "session seal"
  | "session member index"
  | "command fingerprint"
  | "capture tokens"
  | "chat viewer"

const VERSION = "v1"
const KEY_BYTES = 32
const KEY_ID_BYTES = 6
export const IV_BITS = 96
const IV_BYTES = IV_BITS / 8
const TAG_BYTES = 16

const derive = (secret: Redacted.Redacted<Uint8Array>, purpose: KeyPurpose): DerivedKey => {
  const bytes = (what: string, length: number) =>
    Buffer.from(
      hkdfSync(
        "sha256",
        Redacted.value(secret),
        "foldcast",
        `${purpose}/${what}/${VERSION}`,
        length,
      ),
    )
  return { id: bytes("id", KEY_ID_BYTES).toString("base64url"), key: bytes("key", KEY_BYTES) }
}

export const deriveKeys = (
  secrets: readonly [
    Redacted.Redacted<Uint8Array>,
    ...ReadonlyArray<Redacted.Redacted<Uint8Array>>,
  ],
  purpose: KeyPurpose,
): DerivedKeys => {
  const [first, ...older] = secrets
  return [derive(first, purpose), ...older.map((secret) => derive(secret, purpose))]
}

/** `iv` is 96 random bits in base64url and is never used twice. */
export const seal = (keys: DerivedKeys, context: string, plain: string, iv: string): string => {
  const [{ id, key }] = keys
  const cipher = createCipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"))
  cipher.setAAD(Buffer.from(`${VERSION}/${id}/${context}`))
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${id}.${iv}.${sealed.toString("base64url")}`
}

export const isSealedWith = ([{ id }]: DerivedKeys, text: string): boolean =>
  text.split(".")[1] === id

/** None where the text was damaged, moved, or sealed with a secret no longer in use. */
export const unseal = (keys: DerivedKeys, context: string, text: string): Option.Option<string> => {
  const [version, id, iv = "", body = "", ...rest] = text.split(".")
  const key = keys.find((candidate) => candidate.id === id)
  const nonce = Buffer.from(iv, "base64url")
  const bytes = Buffer.from(body, "base64url")
  if (version !== VERSION || key === undefined || rest.length > 0) return Option.none()
  if (nonce.length !== IV_BYTES || bytes.length < TAG_BYTES) return Option.none()
  const decipher = createDecipheriv("aes-256-gcm", key.key, nonce)
  decipher.setAAD(Buffer.from(`${VERSION}/${key.id}/${context}`))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const plain = [decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]
    return Option.some(Buffer.concat(plain).toString("utf8"))
  } catch {
    return Option.none()
  }
}
