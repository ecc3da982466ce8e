/**
 * Which tests belong to which room: what `npm run quick ROOM` runs beside the unit tests, which it always
 * runs. A test that walks through many rooms belongs to the whole and to no room. `npm run check` finds a
 * test file that belongs nowhere or twice, and a glob that fits nothing (tools/checks/suite.ts).
 */
import { matchesGlob } from "node:path"

export const ROOMS = {
  account: ["apps/web/features/account/*-screens.test.ts"],
  settings: ["apps/web/features/settings/*-screens.test.ts", "test/stream/open-sessions.test.ts"],
  grid: ["apps/web/features/grid/*-screens.test.ts"],
  filters: ["apps/web/features/{catalogue,filters}/*-screens.test.ts"],
  search: ["apps/web/features/search/*-screens.test.ts"],
  favourites: [
    "apps/web/features/favourites/*-screens.test.ts",
    "apps/backend/favourites/*.test.ts",
    "test/stream/favourites.test.ts",
  ],
  profile: ["apps/web/features/profile/{*-screens,profile-budget}.test.ts"],
  wallet: [
    "apps/web/features/wallet/*-screens.test.ts",
    "test/stream/wallet.test.ts",
    "apps/backend/payments/*.test.ts",
  ],
  credits: [
    "apps/web/features/credits/*-screens.test.ts",
    "apps/backend/rest/movements.test.ts",
    "test/stream/movements.test.ts",
  ],
  chat: [
    "apps/web/features/stream/*-screens.test.ts",
    "apps/backend/{chat,demo/rooms}/*.test.ts",
    "test/desk/*.test.ts",
    "test/stream/{cam-back,chat-service-faults,hostile-rooms,interrupted-rooms,live-stills,media-places,room-evening,room-events,rooms,rooms-model,vip-holds,watching}.test.ts",
  ],
  media: [
    "apps/backend/rest/{cam-back,engine-away,live-still,media-hooks,publishing}.test.ts",
    "apps/media/{main,media,unhandled-errors,engine/{bounded-checks,early-flight,hostile,lost-packets,strangers,werift-engine}}.test.ts",
    "test/media/*.test.ts",
  ],
  consent: ["apps/web/features/consent/*-screens.test.ts"],
  shell: [
    "apps/web/{features/{connection,shell},runtime}/*-screens.test.ts",
    "apps/web/{bundle-budget,shell-pages,server-entry}.test.ts",
  ],
  pages: ["test/pages/*.test.ts"],
  stream: [
    "test/stream/{client-facts,commands,connections,event-loop-syncs,fact-sources,faulty-lines,foreign-refusals,hanging-upstream,interrupted,limits,made-up-events,member-socket-address,packed-gateway,sessions,signals,sse,websocket,wrong-clock}.test.ts",
    "test/simulation/*.test.ts",
  ],
  members: [
    "test/stream/{accounts,deletion,deletion-elsewhere,erased-writers,members,passkeys,passwords,session-ends}.test.ts",
  ],
  performers: [
    "test/stream/{backend-performers,performers,pictures}.test.ts",
    "apps/backend/performers/*.test.ts",
    "apps/backend/demo/performers/*.test.ts",
  ],
  capture: [
    "test/stream/captured-answers.test.ts",
    "apps/foldcast/{capture,replay}/*.test.ts",
    "gateway/support/earlier-log.test.ts",
  ],
  store: [
    "gateway/{kept-answers,log}/**/*.test.ts",
    "test/stream/{full-disk,store-faults}.test.ts",
  ],
  backend: [
    "apps/backend/{main,steady-clock}.test.ts",
    "apps/backend/{db,ledger,mail,provider-states,sockets}/*.test.ts",
    "apps/backend/rest/{full-disk,media,partner,performers,wallet}.test.ts",
    "test/database/*.test.ts",
  ],
  "backend-members": ["apps/backend/members/*.test.ts", "apps/backend/rest/members.test.ts"],
  contracts: ["test/contracts/*.{test,pact}.ts", "apps/foldcast/verify/*.test.ts"],
  tools: [
    "apps/foldcast/start/supervised-process.test.ts",
    "test/support/browser.test.ts",
    "tools/install-problem.test.ts",
    "tools/suite/*.test.ts",
  ],
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

export type RoomName = keyof typeof ROOMS

export const WHOLE = ["test/{e2e,engines,faults,hands,proof,security,visual}/**/*.test.ts"]

export const isRoom = (name: string): name is RoomName => Object.hasOwn(ROOMS, name)

export const belongsTo = (path: string, globs: ReadonlyArray<string>): boolean =>
  globs.some((glob) => matchesGlob(path, glob))
