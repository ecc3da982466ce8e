/**
 * Keeps what the other side says before the library listens: a browser greets as soon as its own check of the path
 * is answered, the library listens once its check is, a moment later. What is lost then is said again 50 ms later by
 * a browser, and after a second as RFC 6347, section 4.2.4.1, has it.
 *
 * Invariants: kept are datagrams that begin with a record of the handshake, MOST at most; each is heard once, in the
 * order in which they came, and before anything that comes later; a damaged one harms nobody but who sent it.
 */
import type { Event, RTCDtlsTransport } from "werift"

/** A ClientHello with a post-quantum key share is two datagrams; one that is said twice is four. */
const MOST = 4
/** The first byte of a record of the handshake (RFC 6347, section 4.1). */
const HANDSHAKE = 22

/** The library throws at a record that is cut short. At what comes later it catches that itself. */
const hear = (onData: Event<[Buffer]>, data: Buffer): void => {
  try {
    onData.execute(data)
  } catch {
    // As if it had not come.
  }
}

export const bufferEarlyHandshake = (transport: RTCDtlsTransport): void => {
  const { onData } = transport.iceTransport.connection
  const kept: Array<Buffer> = []
  const { unSubscribe } = onData.subscribe((data) => {
    if (data[0] === HANDSHAKE && kept.length < MOST) kept.push(data)
  })
  const start = transport.start.bind(transport)
  transport.start = () => {
    unSubscribe()
    // It listens from here.
    const started = start()
    for (const data of kept.splice(0)) hear(onData, data)
    return started
  }
}
