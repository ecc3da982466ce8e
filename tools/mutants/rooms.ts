/**
 * The code that is tested with mutants, and the tests that must detect them: code in which a wrong operator
 * costs money, a session or an event.
 */
export interface MutatedRoom {
  readonly mutate: ReadonlyArray<string>
  /** Words of the tests' paths (tools/suite/path-words.ts): unit and server tests. */
  readonly noticedBy: ReadonlyArray<string>
  /**
   * `process`: each mutant has its own run, because the code also runs in a thread or a process that the tests
   * start. `file`: one run for all, in which each mutant runs only the tests that reach it.
   */
  readonly run: "file" | "process"
}

export const MUTATED_ROOMS = {
  ledger: {
    mutate: ["apps/backend/ledger/*.ts"],
    noticedBy: ["backend/db", "backend/ledger", "backend/members", "backend/payments"],
    run: "file",
  },
  payments: {
    mutate: ["apps/backend/payments/*.ts"],
    noticedBy: ["backend/payments", "rest/wallet"],
    run: "file",
  },
  sessions: {
    mutate: [
      "gateway/sessions/*.ts",
      "gateway/store/{held-session,session-cache,session-requests,session-rows,session-seals,sessions-table,stored-sessions}.ts",
    ],
    noticedBy: [
      "gateway/members",
      "gateway/sessions",
      "gateway/store",
      "stream/sessions",
      "stream/open-sessions",
    ],
    run: "process",
  },
  log: {
    mutate: ["gateway/log/**/*.ts"],
    noticedBy: ["gateway/log"],
    run: "process",
  },
  resume: {
    mutate: ["gateway/stream/*.ts"],
    noticedBy: [
      "gateway/stream",
      "pages/too-many",
      "stream/client-facts",
      "stream/connections",
      "stream/fact-sources",
      "stream/full-disk",
      "stream/hanging-upstream",
      "stream/interrupted",
      "stream/limits",
      "stream/open-sessions",
      "stream/performers",
      "stream/sessions",
      "stream/signals",
      "stream/sse",
      "stream/websocket",
    ],
    run: "file",
  },
  visits: {
    mutate: ["gateway/visits/*.ts", "gateway/pipeline.ts"],
    noticedBy: [
      "gateway/visits",
      "gateway/pipeline",
      "stream/accounts",
      "stream/connections",
      "stream/websocket",
    ],
    run: "file",
  },
  commands: {
    mutate: ["gateway/commands/*.ts"],
    noticedBy: [
      "gateway/commands",
      "stream/accounts",
      "stream/commands",
      "stream/deletion",
      "stream/favourites",
      "stream/full-disk",
      "stream/interrupted",
      "stream/limits",
      "stream/members",
      "stream/open-sessions",
      "stream/passwords",
      "stream/sessions",
      "stream/store-faults",
      "stream/wallet",
    ],
    run: "file",
  },
} as const satisfies Readonly<Record<string, MutatedRoom>>

export type MutatedRoomName = keyof typeof MUTATED_ROOMS

export const isMutatedRoom = (name: string): name is MutatedRoomName =>
  Object.hasOwn(MUTATED_ROOMS, name)
