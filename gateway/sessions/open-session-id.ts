/**
 * The public id of one of a member's sessions: a one-way hash of the owner. The owner has 128 random bits, so the
 * id proves nothing, cannot be reversed, and need not be stored. Pure.
 */
import { createHash } from "node:crypto"
import { OpenSessionId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"

const ID_CHARACTERS = 22

export const openSessionId = (owner: OwnerId): OpenSessionId =>
  OpenSessionId.make(
    createHash("sha256")
      .update(`open session/${owner}`)
      .digest("base64url")
      .slice(0, ID_CHARACTERS),
  )
