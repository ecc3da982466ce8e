/**
 * Buffers the handshake datagrams that arrive before the library listens. A browser sends its ClientHello as soon as its
 * own connectivity check is answered, the library listens a moment later, once its check is. Without the buffer a browser
 * would retransmit after 50 ms, and another client after a second (RFC 6347, section 4.2.4.1).
 *
 * Invariants: MAX_BUFFERED datagrams that begin with a handshake record are buffered; the library reads each once, in the
 * order of arrival and before anything later.
 */
import type { Event, RTCDtlsTransport } from "werift"

/** A ClientHello with a post-quantum key share is two datagrams, and four with one retransmission. */
const MAX_BUFFERED = 4
/** The first byte of a handshake record (RFC 6347, section 4.1). */
const HANDSHAKE = 22

/** The library throws at an incomplete record here; once it has started it catches that itself. */
const deliver = (onData: Event<[Buffer]>, data: Buffer): void => {
  try {
    onData.execute(data)
  } catch {
    // Dropped, as the library drops it later.
  }
}

export const bufferEarlyHandshake = (transport: RTCDtlsTransport): void => {
  const { onData } = transport.iceTransport.connection
  const buffered: Array<Buffer> = []
  const { unSubscribe } = onData.subscribe((data) => {
    if (data[0] === HANDSHAKE && buffered.length < MAX_BUFFERED) buffered.push(data)
  })
  const start = transport.start.bind(transport)
  transport.start = () => {
    unSubscribe()
    // From here on the library listens.
    const started = start()
    for (const data of buffered.splice(0)) deliver(onData, data)
    return started
  }
}
