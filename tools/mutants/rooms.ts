/**
 * The rooms whose tests are held to mutants: what is changed, and which tests are to notice. They are where a wrong
 * sign costs money, a session or an event.
 */
export interface MutatedRoom {
  readonly mutate: ReadonlyArray<string>
  readonly tests: ReadonlyArray<string>
  /**
   * `process`: each mutant has a run of its own, because the code also runs in a thread or a process that
   * the tests start. `file`: one run for all, in which each mutant meets only the tests that reach it.
   */
  readonly run: "file" | "process"
}

export const MUTATED_ROOMS = {
  ledger: {
    mutate: ["apps/backend/ledger/*.ts"],
    tests: ["apps/backend/{db,ledger,members,payments}/*.test.ts"],
    run: "file",
  },
  payments: {
    mutate: ["apps/backend/payments/*.ts"],
    tests: ["apps/backend/payments/*.test.ts", "apps/backend/rest/wallet.test.ts"],
    run: "file",
  },
  sessions: {
    mutate: [
      "gateway/sessions/*.ts",
      "gateway/store/{held-session,session-cache,session-requests,session-rows,session-seals,sessions-table,stored-sessions}.ts",
    ],
    tests: [
      "gateway/{sessions,store,members}/*.test.ts",
      "test/stream/{sessions,open-sessions}.test.ts",
    ],
    run: "process",
  },
  log: {
    mutate: ["gateway/log/**/*.ts"],
    tests: ["gateway/log/**/*.test.ts"],
    run: "process",
  },
  resume: {
    mutate: ["gateway/stream/*.ts"],
    tests: [
      "gateway/stream/*.test.ts",
      "test/pages/too-many.test.ts",
      "test/stream/{client-facts,connections,fact-sources,full-disk,hanging-upstream,interrupted,limits}.test.ts",
      "test/stream/{open-sessions,performers,sessions,signals,sse,websocket}.test.ts",
    ],
    run: "file",
  },
  visits: {
    mutate: ["gateway/visits/*.ts", "gateway/pipeline.ts"],
    tests: [
      "gateway/{visits/*,pipeline}.test.ts",
      "test/stream/{accounts,connections,websocket}.test.ts",
    ],
    run: "file",
  },
  commands: {
    mutate: ["gateway/commands/*.ts"],
    tests: [
      "gateway/commands/*.test.ts",
      "test/stream/{accounts,commands,deletion,favourites,full-disk,interrupted,limits,members}.test.ts",
      "test/stream/{open-sessions,passwords,sessions,store-faults,wallet}.test.ts",
    ],
    run: "file",
  },
} as const satisfies Readonly<Record<string, MutatedRoom>>

export type MutatedRoomName = keyof typeof MUTATED_ROOMS

export const isMutatedRoom = (name: string): name is MutatedRoomName =>
  Object.hasOwn(MUTATED_ROOMS, name)
