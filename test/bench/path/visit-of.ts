import type { IncomingMessage } from "node:http"

/** Which visit a browser of this bench is, by the query of its upgrade. */
export const visitOf = ({ url }: Pick<IncomingMessage, "url">): string =>
  URL.parse(url ?? "", "http://relay")?.searchParams.get("visit") ?? ""

/** Which room it is in, where a room has so many viewers. */
export const benchRoomOf = (visit: string, viewers: number): number =>
  Math.floor(Number(visit) / viewers)
