/**
 * Pictures on their way into a private message: ten minutes in memory, for who brought them, and no longer than until
 * they are sent. Time is an argument; no I/O.
 *
 * Invariants: those that are kept and those that still arrive, these by their declared size and each with a least one,
 * never take more than the bounds, in all, of an owner and of an address; nobody but its owner finds one; one is sent once at a time.
 */
import { MAX_ATTACHMENT_BYTES } from "@foldcast/contracts/private-message"
import type { OwnerId } from "../log/visit-header.ts"

export const KEPT_MS = 10 * 60_000
/** What the smallest counts: memory is taken in pieces. */
const LEAST_BYTES = 65_536

/** In bytes. */
export interface UploadBounds {
  readonly all: number
  readonly ofOwner: number
  /** Many households share one at some providers. */
  readonly ofAddress: number
}

export const UPLOAD_BOUNDS: UploadBounds = {
  all: 48 * MAX_ATTACHMENT_BYTES,
  ofOwner: 4 * MAX_ATTACHMENT_BYTES,
  ofAddress: 12 * MAX_ATTACHMENT_BYTES,
}

export interface Arrival {
  readonly owner: OwnerId
  /** As rate limits count it. */
  readonly address: string
  /** Declared. */
  readonly bytes: number
}

interface Upload extends Arrival {
  readonly until: number
  /** Null while it arrives. */
  readonly jpeg: Uint8Array | null
  readonly isBeingSent: boolean
}

const counted = (bytes: number) => Math.max(bytes, LEAST_BYTES)

export class UploadTable {
  readonly #uploads = new Map<string, Upload>()
  readonly #bounds: UploadBounds

  constructor(bounds: UploadBounds) {
    this.#bounds = bounds
  }

  /** Keeps room for a picture that arrives; false where there is none. */
  begin(id: string, arrival: Arrival, now: number): boolean {
    this.forgetOld(now)
    const bytes = counted(arrival.bytes)
    const taken = { all: bytes, ofOwner: bytes, ofAddress: bytes }
    for (const other of this.#uploads.values()) {
      taken.all += other.bytes
      if (other.owner === arrival.owner) taken.ofOwner += other.bytes
      if (other.address === arrival.address) taken.ofAddress += other.bytes
    }
    const { all, ofOwner, ofAddress } = this.#bounds
    if (taken.all > all || taken.ofOwner > ofOwner || taken.ofAddress > ofAddress) return false
    const until = now + KEPT_MS
    this.#uploads.set(id, { ...arrival, bytes, until, jpeg: null, isBeingSent: false })
    return true
  }

  arrived(id: string, jpeg: Uint8Array): void {
    const upload = this.#uploads.get(id)
    if (upload === undefined) return
    this.#uploads.set(id, { ...upload, bytes: counted(jpeg.length), jpeg })
  }

  /** It broke off, is no picture, or was sent. */
  dropped(id: string): void {
    this.#uploads.delete(id)
  }

  /** Null for anybody else's, after its term, and while it arrives. */
  find(owner: OwnerId, id: string, now: number): Uint8Array | null {
    const upload = this.#uploads.get(id)
    return upload !== undefined && upload.owner === owner && upload.until > now ? upload.jpeg : null
  }

  /** As `find`, for who sends it; null while it is being sent already. */
  take(owner: OwnerId, id: string, now: number): Uint8Array | null {
    const jpeg = this.find(owner, id, now)
    const upload = this.#uploads.get(id)
    if (upload === undefined || jpeg === null || upload.isBeingSent) return null
    this.#uploads.set(id, { ...upload, isBeingSent: true })
    return jpeg
  }

  /** It was not sent, and may be tried again. */
  handBack(id: string): void {
    const upload = this.#uploads.get(id)
    if (upload !== undefined) this.#uploads.set(id, { ...upload, isBeingSent: false })
  }

  forgetOld(now: number): void {
    for (const [id, { until }] of this.#uploads) if (until <= now) this.#uploads.delete(id)
  }
}
