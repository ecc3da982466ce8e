/**
 * The sockets of one session, between the network and the library: what they read is bounded before the library sees
 * it, and they never reject and never throw.
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
    // Its class has a private constructor, and nothing else of it is used.
    protocol.transport = transport as unknown as UdpTransport
  }
}

export const limitTransports = (
  transport: RTCDtlsTransport,
  { ports, received, now }: TransportOptions,
): void => {
  const scope = currentScope()
  /** Where there is no session, as in a relay that is measured, it is for whoever called. */
  const broke = (error: unknown): void => {
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
        broke(error)
      }
    }
  limitChecks(connection)
  const ensure = connection["ensureProtocol"].bind(connection)
  connection["ensureProtocol"] = (protocol: Protocol) => {
    if (protocol instanceof StunProtocol) {
      boundUdp(protocol, ports, bounded(protocol["datagramReceived"].bind(protocol)))
    } else if (protocol instanceof TcpPassiveProtocol) {
      const receive = bounded(protocol["handleFrame"].bind(protocol))
      limitTcp(protocol, { isKnown: (address) => senders.has(address), receive, onError: broke })
    } else if (protocol instanceof TcpActiveProtocol) {
      // The engine calls nobody: whoever wants it comes.
      protocol["sendFrame"] = () => Promise.resolve()
    }
    ensure(protocol)
  }
}
