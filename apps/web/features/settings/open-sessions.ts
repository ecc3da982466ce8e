/** The member's open sessions as a resource, and their names. Pure. */
import type { OpenSession } from "@foldcast/contracts/queries/session"
import { m } from "@foldcast/messages/messages"
import type { Resource } from "../../runtime/queries.ts"
import { isJson, stringOf } from "../../runtime/json.ts"

const readSession = (value: unknown): ReadonlyArray<OpenSession> => {
  if (!isJson(value)) return []
  const { id, isCurrent, startedAt, lastSeenAt } = value
  if (typeof id !== "string" || typeof startedAt !== "number" || typeof lastSeenAt !== "number") {
    return []
  }
  return [
    {
      id: id as OpenSession["id"],
      isCurrent: isCurrent === true,
      startedAt,
      lastSeenAt,
      browser: stringOf(value["browser"]),
      system: stringOf(value["system"]),
    },
  ]
}

/** Null if one session cannot be read: an incomplete list would hide an open session. */
const readSessions = (body: unknown): ReadonlyArray<OpenSession> | null => {
  const rows = isJson(body) ? body["sessions"] : null
  if (!Array.isArray(rows)) return null
  const sessions = rows.flatMap(readSession)
  return sessions.length === rows.length ? sessions : null
}

export const OPEN_SESSIONS: Resource<ReadonlyArray<OpenSession>> = {
  path: "/api/sessions",
  read: readSessions,
}

/** `Firefox op Linux`, as far as the user agent tells. */
export const sessionName = ({ browser, system }: OpenSession): string =>
  m.settings_session_name({
    browser: browser ?? m.settings_session_browser_unknown(),
    system: system ?? m.settings_session_system_unknown(),
  })
