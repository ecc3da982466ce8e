import type { IncomingMessage } from "node:http"

/** The visit of a browser of this bench, by the query of its upgrade. */
export const visitOf = ({ url }: Pick<IncomingMessage, "url">): string =>
  URL.parse(url ?? "", "http://relay")?.searchParams.get("visit") ?? ""

/** The room of a visit, if a room has that many viewers. */
export const benchRoomOf = (visit: string, viewers: number): number =>
  Math.floor(Number(visit) / viewers)
