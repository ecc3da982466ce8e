/**
 * The name under which a member knows one of their sessions. Made one way from the owner, whose 128
 * random bits nobody guesses, so that it proves nothing and needs no storing. Pure.
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
