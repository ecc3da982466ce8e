/** SHA-256 as 64 hexadecimal digits, by Node. */
import { hash } from "node:crypto"
import type { Sha256 } from "@foldcast/contracts/capture/hash-chain"

export const sha256: Sha256 = (text) => hash("sha256", text)
