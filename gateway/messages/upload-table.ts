/**
 * Pictures on their way into a private message: ten minutes in memory, for who brought them. Time is an argument; no
 * I/O.
 *
 * Invariants: those that are kept and those that still arrive, by their declared size, never take more than the bounds,
 * in all, of an owner and of an address; nobody but its owner finds one.
 */
import { MAX_ATTACHMENT_BYTES } from "@foldcast/contracts/private-message"
import type { OwnerId } from "../log/visit-header.ts"

export const KEPT_MS = 10 * 60_000

export interface UploadBounds {
  /** Bytes in all. */
  readonly all: number
  /** Bytes of one owner, and of one address. */
  readonly each: number
}

export const UPLOAD_BOUNDS: UploadBounds = {
  all: 40 * MAX_ATTACHMENT_BYTES,
  each: 4 * MAX_ATTACHMENT_BYTES,
}

interface Upload {
  readonly owner: OwnerId
  readonly address: string
  /** Declared until it is here, real afterwards. */
  readonly bytes: number
  readonly until: number
  /** Null while it arrives. */
  readonly jpeg: Uint8Array | null
}

export interface Arrival {
  readonly owner: OwnerId
  /** As rate limits count it. */
  readonly address: string
  readonly bytes: number
}

export class UploadTable {
  readonly #uploads = new Map<string, Upload>()
  readonly #bounds: UploadBounds

  constructor(bounds: UploadBounds) {
    this.#bounds = bounds
  }

  /** Keeps room for a picture that arrives; false where there is none. */
  begin(id: string, arrival: Arrival, now: number): boolean {
    this.#forget(now)
    const { owner, address, bytes } = arrival
    const taken = { all: bytes, owner: bytes, address: bytes }
    for (const other of this.#uploads.values()) {
      taken.all += other.bytes
      if (other.owner === owner) taken.owner += other.bytes
      if (other.address === address) taken.address += other.bytes
    }
    const { all, each } = this.#bounds
    if (taken.all > all || taken.owner > each || taken.address > each) return false
    this.#uploads.set(id, { owner, address, bytes, until: now + KEPT_MS, jpeg: null })
    return true
  }

  arrived(id: string, jpeg: Uint8Array): void {
    const upload = this.#uploads.get(id)
    if (upload !== undefined) this.#uploads.set(id, { ...upload, bytes: jpeg.length, jpeg })
  }

  /** It broke off, or is no picture. */
  dropped(id: string): void {
    this.#uploads.delete(id)
  }

  /** Null for anybody else's, after its term, and while it arrives. */
  find(owner: OwnerId, id: string, now: number): Uint8Array | null {
    const upload = this.#uploads.get(id)
    return upload !== undefined && upload.owner === owner && upload.until > now ? upload.jpeg : null
  }

  #forget(now: number): void {
    for (const [id, { until }] of this.#uploads) if (until <= now) this.#uploads.delete(id)
  }
}
