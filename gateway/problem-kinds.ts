/** Every kind of refusal in one total table: docs/protocol.md, "Problems". */
interface Kind {
  readonly status: number
  readonly title: string
  /** The default label, where the caller has no more specific one. */
  readonly label: string
}

export const PROBLEM_KINDS = {
  malformed: { status: 400, title: "The request cannot be read", label: "request.malformed" },
  unauthenticated: { status: 401, title: "Nobody is logged in", label: "request.unauthenticated" },
  foreignSite: {
    status: 403,
    title: "The request came from another site",
    label: "request.foreign",
  },
  notFound: { status: 404, title: "There is nothing here", label: "request.notFound" },
  noSuchVisit: { status: 404, title: "The visit is not known", label: "visit.unknown" },
  noPicture: { status: 404, title: "There is nothing to watch now", label: "noPicture" },
  noCamBack: {
    status: 404,
    title: "This room is shown no camera of the visitor's now",
    label: "noCamBack",
  },
  methodNotAllowed: { status: 405, title: "Not with this method", label: "request.method" },
  noCodec: {
    status: 406,
    title: "The browser has no form in common with the picture",
    label: "noCodec",
  },
  stillRunning: { status: 409, title: "The command still runs", label: "command.running" },
  tooLarge: { status: 413, title: "The request is too large", label: "request.tooLarge" },
  unsupportedMediaType: {
    status: 415,
    title: "The request is of another media type",
    label: "request.mediaType",
  },
  differentBody: {
    status: 422,
    title: "The command's id was used for another body",
    label: "command.differentBody",
  },
  upgradeRequired: { status: 426, title: "This is a stream", label: "stream.upgradeRequired" },
  tooMany: { status: 429, title: "Too many requests", label: "request.tooMany" },
  failed: { status: 500, title: "The request failed", label: "request.failed" },
  storageFull: {
    status: 503,
    title: "There is no room to keep it",
    label: "request.storageFull",
  },
  unavailable: { status: 503, title: "Not available at the moment", label: "request.unavailable" },
} as const satisfies Readonly<Record<string, Kind>>

export type ProblemKind = keyof typeof PROBLEM_KINDS
