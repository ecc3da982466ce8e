/**
 * Counts the open connections: overall and per address (settings, MAX_SOCKETS…). A trusted proxy carries many
 * clients, so its connections count only overall.
 *
 * Invariant: each accepted connection leaves once. Above the limit some connections are still accepted, so that
 * health checks are answered under full load; only health checks are.
 */
import { rateKeyOf } from "@foldcast/limits/rate-key"
import type { BlockList } from "node:net"
import { clientAddress, isTrusted } from "../http/client-address.ts"
import { Counts } from "../http/places.ts"

export interface SocketCaps {
  readonly all: number
  readonly perAddress: number
}

/** Connections above the limit; at this number the oldest one is closed for the next. */
const SURPLUS_SOCKETS = 500

/**
 * The connections above the limit. A new one is always accepted, so that a health check is answered however many
 * arrive: to prevent it, as many new ones would have to arrive within its duration.
 */
export class SurplusSockets<Socket extends { readonly destroy: () => void }> {
  /** In the order of arrival. */
  readonly #sockets = new Set<Socket>()

  add(socket: Socket): void {
    if (this.#sockets.size >= SURPLUS_SOCKETS) {
      const [oldest] = this.#sockets
      if (oldest !== undefined) {
        this.delete(oldest)
        oldest.destroy()
      }
    }
    this.#sockets.add(socket)
  }

  has(socket: Socket): boolean {
    return this.#sockets.has(socket)
  }

  delete(socket: Socket): void {
    this.#sockets.delete(socket)
  }
}

export type SocketEntrance =
  | { readonly _tag: "Refused" }
  | {
      readonly _tag: "Open"
      readonly isSurplus: boolean
      readonly leave: () => void
    }

export class OpenSockets {
  readonly #caps: SocketCaps
  readonly #proxies: BlockList
  readonly #addresses = new Counts()
  #all = 0

  constructor(caps: SocketCaps, proxies: BlockList) {
    this.#caps = caps
    this.#proxies = proxies
  }

  get size(): number {
    return this.#all
  }

  /** `peer` is the remote end of the socket. */
  enter(peer: string | undefined): SocketEntrance {
    const address = clientAddress(this.#proxies, peer, undefined)
    const key = isTrusted(this.#proxies, address) ? null : rateKeyOf(address)
    if (key !== null && this.#addresses.of(key) >= this.#caps.perAddress) return { _tag: "Refused" }
    const isSurplus = this.#all >= this.#caps.all
    this.#count(key, 1)
    return { _tag: "Open", isSurplus, leave: () => this.#count(key, -1) }
  }

  #count(key: string | null, change: 1 | -1): void {
    this.#all += change
    if (key !== null) this.#addresses.add(key, change)
  }
}
