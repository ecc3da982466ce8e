/** The two digests of a capture, by Node: its chain's, and the keyed one behind its tokens. */
import { createHmac, hash } from "node:crypto"
import type { Sha256 } from "@foldcast/contracts/capture/hash-chain"
import type { KeyedDigest } from "./redact.ts"

export const captureSha256: Sha256 = (text) => hash("sha256", text)

export const keyedDigest =
  (key: string): KeyedDigest =>
  (text) =>
    createHmac("sha256", key).update(text).digest("hex")
