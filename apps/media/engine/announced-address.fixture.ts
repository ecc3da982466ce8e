/** The address at which an SDP answer offers the engine. */

export interface EngineAddress {
  readonly address: string
  readonly port: number
}

/** The first IPv4 candidate. */
export const announcedAddress = (sdp: string, wanted: "tcp" | "udp"): EngineAddress => {
  for (const line of sdp.split("\r\n")) {
    const [first = "", , transport, , address = "", port = ""] = line.split(" ")
    const isIt = first.startsWith("a=candidate:") && transport?.toLowerCase() === wanted
    if (isIt && !address.includes(":")) return { address, port: Number(port) }
  }
  throw new Error(`the answer tells no address over ${wanted}`)
}
