/** Unencrypted DTLS 1.2 records in parts (RFC 6347, sections 4.1 and 4.2.2). */

/** Of fewer than 256 bytes. */
export const record = (contentType: number, ...fragment: ReadonlyArray<number>) =>
  Uint8Array.from([
    contentType,
    0xfe,
    0xfd,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    9,
    0,
    fragment.length,
    ...fragment,
  ])

/** The content type of handshake records. */
export const HANDSHAKE = 22

/** A handshake message in one fragment. */
export const handshake = (type: number, ...body: ReadonlyArray<number>) =>
  record(HANDSHAKE, type, 0, 0, body.length, 0, 0, 0, 0, 0, 0, 0, body.length, ...body)

/** A ClientHello up to its cipher suites: version, random bytes, no session, no cookie. */
export const HELLO = [0xfe, 0xfd, ...Array.from({ length: 32 }, (_, at) => at), 0, 0]
