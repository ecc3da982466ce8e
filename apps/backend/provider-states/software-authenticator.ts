/**
 * A software authenticator that creates and uses passkeys without a person: ES256, no attestation, user always
 * verified. For external contract tests; visitors never reach it.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"
import type { PasskeyAssertion, PasskeyAttestation } from "@foldcast/contracts/passkey"

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
const AAGUID_BYTES = 16
/** COSE (RFC 9052, RFC 9053): an elliptic curve key for ECDSA with P-256. */
const COSE = { kty: 1, alg: 3, crv: -1, x: -2, y: -3, EC2: 2, ES256: -7, P256: 1 } as const

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")
const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest()

export interface MadePasskey {
  readonly id: string
  readonly userHandle: string
  readonly privateKey: KeyObject
  /** The signature counter, which detects a copied authenticator. */
  count: number
}

/** The browser's side, with optional faults that must be refused. */
export interface SoftwareCeremony {
  readonly origin: string
  readonly isVerified?: boolean
  readonly rpId?: string
  /** In a frame of another site. */
  readonly isFramed?: boolean
}

const clientData = (
  type: string,
  challenge: string,
  { origin, isFramed = false }: SoftwareCeremony,
) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: isFramed }))

const dataOf = (rpId: string, flags: number, count: number, rest = Buffer.alloc(0)) => {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(count)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, rest])
}

const flagsOf = ({ isVerified = true }: SoftwareCeremony) =>
  USER_PRESENT | (isVerified ? USER_VERIFIED : 0)
const rpIdOf = ({ rpId, origin }: SoftwareCeremony) => rpId ?? new URL(origin).hostname

/** `credentials.create()` for a challenge and a user's id. */
export const createSoftwarePasskey = (
  { challenge, userHandle }: { readonly challenge: string; readonly userHandle: string },
  ceremony: SoftwareCeremony,
) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [COSE.kty, COSE.EC2],
      [COSE.alg, COSE.ES256],
      [COSE.crv, COSE.P256],
      [COSE.x, new Uint8Array(Buffer.from(x, "base64url"))],
      [COSE.y, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  )
  const credentialId = randomBytes(32)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(credentialId.length)
  const credential = Buffer.concat([Buffer.alloc(AAGUID_BYTES), length, credentialId, key])
  const authData = dataOf(rpIdOf(ceremony), flagsOf(ceremony) | HAS_CREDENTIAL, 0, credential)
  const attestationObject = isoCBOR.encode(
    new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
      ["fmt", "none"],
      ["attStmt", new Map<string, string>()],
      ["authData", new Uint8Array(authData)],
    ]),
  )
  const id = base64url(credentialId)
  const passkey: MadePasskey = { id, userHandle, privateKey, count: 0 }
  const attestation: PasskeyAttestation = {
    id,
    rawId: id,
    type: "public-key",
    response: {
      clientDataJSON: base64url(clientData("webauthn.create", challenge, ceremony)),
      attestationObject: base64url(attestationObject),
      transports: ["internal"],
    },
  }
  return { passkey, attestation, publicKey: base64url(key) }
}

/** `credentials.get()` for a challenge. */
export const usePasskey = (
  passkey: MadePasskey,
  challenge: string,
  ceremony: SoftwareCeremony,
): PasskeyAssertion => {
  passkey.count += 1
  const client = clientData("webauthn.get", challenge, ceremony)
  const data = dataOf(rpIdOf(ceremony), flagsOf(ceremony), passkey.count)
  const signature = sign("sha256", Buffer.concat([data, sha256(client)]), passkey.privateKey)
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: "public-key",
    response: {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: passkey.userHandle,
    },
  }
}
