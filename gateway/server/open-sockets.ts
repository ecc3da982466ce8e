/**
 * How many connections are open, of any kind: in all and from each address (settings, MAX_SOCKETS…). A
 * trusted proxy carries everybody, so its connections count in all only.
 *
 * Invariant: whoever was let in leaves once. Beyond the bound some are let in still, so that health checks are
 * answered when everything else is taken; nothing else is.
 */
import { rateKeyOf } from "@foldcast/limits/rate-key"
import type { BlockList } from "node:net"
import { clientAddress, isTrusted } from "../http/client-address.ts"
import { Counts } from "../http/places.ts"

export interface SocketCaps {
  readonly all: number
  readonly perAddress: number
}

/** Connections beyond the bound; the oldest of them makes room for the next. */
const SURPLUS_SOCKETS = 500

/**
 * The connections beyond the bound. Whoever comes last is let in, so that a health check is answered however
 * many come: they would have to be as many anew in the moment that it takes.
 */
export class SurplusSockets<Socket extends { readonly destroy: () => void }> {
  /** In the order in which they came. */
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
      /** Nothing but health checks is answered on it. */
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

  /** `peer` is the socket's other end. */
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
