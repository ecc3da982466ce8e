/**
 * The sockets of one session, between the network and the library: what they read is bounded before the library sees it,
 * and they never throw and never reject.
 */
import {
  type Connection,
  type Protocol,
  type RTCDtlsTransport,
  StunProtocol,
  TcpActiveProtocol,
  TcpPassiveProtocol,
  type UdpTransport,
} from "werift"
import { limitChecks, dropCandidatePairs } from "./bounded-checks.ts"
import { DatagramTransport } from "./datagram-transport.ts"
import { type SocketAddress, KnownSenders } from "./known-senders.ts"
import type { PortRange } from "./port-slots.ts"
import { type ReceivedTraffic, DatagramFilter } from "./datagram-filter.ts"
import { currentScope } from "./session-scope.ts"
import { limitTcp } from "./tcp-connections.ts"

type Receive = (data: Buffer, address: SocketAddress) => void

export interface TransportOptions {
  readonly ports: PortRange
  readonly received: ReceivedTraffic
  /** Milliseconds that never go back. */
  readonly now: () => number
}

const boundUdp = (protocol: StunProtocol, ports: PortRange, receive: Receive): void => {
  protocol.connectionMade = async (isIpv4) => {
    const transport = await DatagramTransport.open(isIpv4 ? "udp4" : "udp6", ports)
    transport.onData = receive
    // The library's class has a private constructor; it uses no more of it than this.
    protocol.transport = transport as unknown as UdpTransport
  }
}

export const limitTransports = (
  transport: RTCDtlsTransport,
  { ports, received, now }: TransportOptions,
): void => {
  const scope = currentScope()
  /** The relay of a bench has no scope: it is thrown to the caller. */
  const onError = (error: unknown): void => {
    if (scope === undefined) throw error
    scope.onError(error)
  }
  const connection = transport.iceTransport.connection as Connection
  const { localUsername, remoteUsername, localPassword } = connection
  const senders = new KnownSenders(`${localUsername}:${remoteUsername}`, localPassword, (address) =>
    dropCandidatePairs(connection, address),
  )
  const datagrams = new DatagramFilter(senders, received, () => transport.state === "connected")
  const bounded =
    (receive: Receive): Receive =>
    (data, address) => {
      try {
        const passed = datagrams.filter(data, address, now())
        if (passed !== undefined) receive(passed, address)
      } catch (error) {
        onError(error)
      }
    }
  limitChecks(connection)
  const ensure = connection["ensureProtocol"].bind(connection)
  connection["ensureProtocol"] = (protocol: Protocol) => {
    if (protocol instanceof StunProtocol) {
      boundUdp(protocol, ports, bounded(protocol["datagramReceived"].bind(protocol)))
    } else if (protocol instanceof TcpPassiveProtocol) {
      const receive = bounded(protocol["handleFrame"].bind(protocol))
      limitTcp(protocol, { isKnown: (address) => senders.has(address), receive, onError })
    } else if (protocol instanceof TcpActiveProtocol) {
      // Clients connect to the engine; it connects to nobody.
      protocol["sendFrame"] = () => Promise.resolve()
    }
    ensure(protocol)
  }
}
