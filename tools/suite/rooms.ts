/**
 * Which tests belong to which room: what `npm run quick ROOM` runs beside the unit tests, which it always
 * runs. A test that walks through many rooms belongs to the whole and to no room. `npm run check` finds a
 * test file that belongs nowhere or twice, and a glob that fits nothing (tools/checks/suite.ts).
 */
import { matchesGlob } from "node:path"

export const ROOMS = {
  account: ["apps/web/features/account/*.screen.test.ts"],
  settings: [
    "apps/web/features/settings/*.screen.test.ts",
    "test/stream/open-sessions.server.test.ts",
  ],
  grid: ["apps/web/features/grid/*.screen.test.ts"],
  filters: ["apps/web/features/{catalogue,filters}/*.screen.test.ts"],
  search: ["apps/web/features/search/*.screen.test.ts"],
  favourites: [
    "apps/web/features/favourites/*.screen.test.ts",
    "apps/backend/favourites/*.server.test.ts",
    "test/stream/favourites.server.test.ts",
  ],
  profile: ["apps/web/features/profile/*.{screen,server}.test.ts"],
  wallet: [
    "apps/web/features/wallet/*.screen.test.ts",
    "test/stream/wallet.server.test.ts",
    "apps/backend/payments/*.server.test.ts",
  ],
  credits: [
    "apps/web/features/credits/*.screen.test.ts",
    "apps/backend/rest/movements.server.test.ts",
    "test/stream/movements.server.test.ts",
  ],
  chat: [
    "apps/web/features/stream/*.screen.test.ts",
    "apps/backend/{chat,demo/rooms}/*.server.test.ts",
    "test/desk/*.server.test.ts",
    "test/stream/{cam-back,chat-service-faults,hostile-rooms,interrupted-rooms,live-stills,media-places,room-evening,room-events,rooms,rooms-model,vip-holds,watching}.server.test.ts",
  ],
  media: [
    "apps/backend/rest/{cam-back,engine-away,live-still,media-hooks,publishing}.server.test.ts",
    "apps/media/{main,media,unhandled-errors,engine/{bounded-checks,hostile,lost-packets,strangers,werift-engine}}.server.test.ts",
    "test/media/*.e2e.test.ts",
  ],
  consent: ["apps/web/features/consent/*.screen.test.ts"],
  shell: [
    "apps/web/{features/{connection,shell},runtime}/*.screen.test.ts",
    "apps/web/{bundle-budget,shell-pages,server-entry}.server.test.ts",
  ],
  pages: ["test/pages/*.server.test.ts"],
  stream: [
    "test/stream/{client-facts,commands,connections,event-loop-syncs,fact-sources,faulty-lines,foreign-refusals,hanging-upstream,interrupted,limits,made-up-events,member-socket-address,packed-gateway,sessions,signals,sse,websocket,wrong-clock}.server.test.ts",
    "test/simulation/*.server.test.ts",
  ],
  members: [
    "test/stream/{accounts,deletion,deletion-elsewhere,erased-writers,members,passkeys,passwords,session-ends}.server.test.ts",
  ],
  performers: [
    "test/stream/{backend-performers,performers,pictures}.server.test.ts",
    "apps/backend/performers/*.server.test.ts",
    "apps/backend/demo/performers/*.server.test.ts",
  ],
  capture: [
    "test/stream/captured-answers.server.test.ts",
    "apps/foldcast/{capture,replay}/*.server.test.ts",
    "gateway/support/earlier-log.server.test.ts",
  ],
  store: [
    "gateway/{kept-answers,log}/*.server.test.ts",
    "test/stream/{full-disk,store-faults}.server.test.ts",
  ],
  backend: [
    "apps/backend/{main,steady-clock}.server.test.ts",
    "apps/backend/{db,ledger,mail,provider-states,sockets}/*.server.test.ts",
    "apps/backend/rest/{full-disk,media,partner,performers,wallet}.server.test.ts",
    "test/database/*.server.test.ts",
  ],
  "backend-members": [
    "apps/backend/members/*.server.test.ts",
    "apps/backend/rest/members.server.test.ts",
  ],
  contracts: ["test/contracts/*.{test,pact}.ts", "apps/foldcast/verify/*.server.test.ts"],
  tools: [
    "apps/foldcast/start/supervised-process.server.test.ts",
    "test/support/browser.screen.test.ts",
    "tools/install-problem.server.test.ts",
    "tools/suite/*.server.test.ts",
  ],
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

export type RoomName = keyof typeof ROOMS

export const WHOLE = ["test/{e2e,engines,faults,hands,proof,security,visual}/**/*.test.ts"]

export const isRoom = (name: string): name is RoomName => Object.hasOwn(ROOMS, name)

export const belongsTo = (path: string, globs: ReadonlyArray<string>): boolean =>
  globs.some((glob) => matchesGlob(path, glob))
