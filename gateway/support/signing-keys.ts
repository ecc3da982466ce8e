/**
 * The key pair that signs captures, drawn once and kept in DATA_DIR, and the public keys of all that signed
 * before (docs/decisions/0017). The file is a JWK set: the key with a private half (`d`) signs, those
 * without are retired. Where no key has one, a new pair is drawn and the others stay.
 *
 * Invariants: the private half leaves the file only into this process's memory; the file is its owner's alone; one
 * that is damaged is refused and never written over.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
} from "node:crypto"
import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { Context, Effect, Exit, Layer, Schema } from "effect"
import type { CaptureSigner } from "@foldcast/contracts/capture/capture-writer"
import { CaptureKey, type CaptureKeySet, thumbprintText } from "@foldcast/contracts/capture/key-set"
import { errorSentence } from "../error-sentence.ts"
import { OWNER_ONLY_FILE } from "../log/owner-only.ts"

/** The file cannot be read, written or understood: the gateway does not start. */
export class SigningKeysUnusable extends Schema.TaggedError<SigningKeysUnusable>()(
  "SigningKeysUnusable",
  { file: Schema.String, detail: Schema.String },
) {
  override get message() {
    return `the keys that sign captures cannot be used (${this.file}): ${this.detail}`
  }
}

const { kty, crv, x } = CaptureKey.fields
const StoredKey = Schema.Struct({ kty, crv, x, d: Schema.optionalKey(Schema.String) })
type StoredKey = typeof StoredKey.Type
const StoredKeys = Schema.Struct({ keys: Schema.Array(StoredKey) })
const decodeStored = Schema.decodeUnknownExit(Schema.fromJsonString(StoredKeys))

const publicKey = ({ kty, crv, x }: StoredKey): CaptureKey => ({
  kty,
  crv,
  x,
  kid: hash("sha256", thumbprintText({ kty, crv, x }), "base64url"),
  use: "sig",
  alg: "EdDSA",
})

const readStored = (file: string): ReadonlyArray<StoredKey> => {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return []
    throw error
  }
  const stored = decodeStored(text)
  if (Exit.isSuccess(stored)) return stored.value.keys
  // What stands in it is secret: nothing of it is told.
  throw new Error("it is not a JWK set of Ed25519 keys")
}

const draw = (): StoredKey => {
  const { privateKey } = generateKeyPairSync("ed25519")
  return Schema.decodeUnknownSync(StoredKey)(privateKey.export({ format: "jwk" }))
}

const write = (file: string, keys: ReadonlyArray<StoredKey>): void => {
  writeFileSync(`${file}.new`, `${JSON.stringify({ keys }, null, 2)}\n`, {
    mode: OWNER_ONLY_FILE,
    flush: true,
  })
  renameSync(`${file}.new`, file)
}

/** A file put together by hand may hold halves of two pairs. */
const privateHalf = (key: StoredKey): KeyObject => {
  const { kty, crv, x, d = "" } = key
  const half = createPrivateKey({ key: { kty, crv, x, d }, format: "jwk" })
  if (createPublicKey(half).export({ format: "jwk" }).x !== x)
    throw new Error("a key's two halves do not belong together")
  return half
}

const load = (file: string): SigningKeysShape => {
  let stored = readStored(file)
  if (!stored.some(({ d }) => d !== undefined)) {
    stored = [draw(), ...stored]
    write(file, stored)
  }
  chmodSync(file, OWNER_ONLY_FILE)
  const signing = stored.find(({ d }) => d !== undefined) as StoredKey
  const half = privateHalf(signing)
  const retired = stored.filter((key) => key !== signing)
  return {
    signer: {
      kid: publicKey(signing).kid,
      sign: (text) => sign(null, Buffer.from(text), half).toString("base64url"),
    },
    keySet: { keys: [signing, ...retired].map(publicKey) },
  }
}

export interface SigningKeysShape {
  readonly signer: CaptureSigner
  /** The public halves, the one that signs first. */
  readonly keySet: CaptureKeySet
}

export class SigningKeys extends Context.Service<SigningKeys, SigningKeysShape>()(
  "gateway/SigningKeys",
) {
  /** `file` is created where it is missing; its directory must exist. */
  static readonly layer = ({ file }: { readonly file: string }) =>
    Layer.effect(
      SigningKeys,
      Effect.try({
        try: () => SigningKeys.of(load(file)),
        catch: (error) => new SigningKeysUnusable({ file, detail: errorSentence(error) }),
      }),
    )
}
