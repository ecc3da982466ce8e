import type { IncomingMessage } from "node:http"

/** Which visit a browser of this bench is, by the query of its upgrade. */
export const visitOf = ({ url }: Pick<IncomingMessage, "url">): string =>
  URL.parse(url ?? "", "http://relay")?.searchParams.get("visit") ?? ""
