/** What the statements and the help promise, held against what the processes do when nobody says otherwise. */
import { describe, expect, it } from "vitest"
import { BACKEND_SETTINGS } from "@foldcast/backend/settings"
import { SESSION_LIFE_MS } from "@foldcast/gateway/sessions/session-store"
import { GATEWAY_SETTINGS } from "@foldcast/gateway/settings"
import { SITE_TERMS } from "@foldcast/rules/site-terms"

const DAY_MS = 86_400_000
const byDefault = ({ fallback }: { readonly fallback: string }) => Number(fallback)

describe("the figures that the site tells", () => {
  it("are those by which its processes go [ROUTE-05]", () => {
    const { chat } = BACKEND_SETTINGS
    expect(SITE_TERMS).toEqual({
      visitDays: byDefault(GATEWAY_SETTINGS.retentionDays),
      idleSessionDays: SESSION_LIFE_MS / DAY_MS,
      sessionDays: byDefault(BACKEND_SETTINGS.sessionMs),
      guestMinutes: byDefault(chat.guestFreeMs),
      prepaidSeconds: byDefault(chat.intervalMs),
      vipJoinSeconds: byDefault(chat.vipJoinMs),
    })
  })
})
