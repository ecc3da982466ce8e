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
import { boundChecks, forgetPairs } from "./bounded-checks.ts"
import { DatagramTransport } from "./datagram-transport.ts"
import { type Address, KnownSenders } from "./known-senders.ts"
import type { PortRange } from "./port-slots.ts"
import { type Received, ReceivedDatagrams } from "./received-datagrams.ts"
import { currentScope } from "./session-scope.ts"
import { boundTcp } from "./tcp-connections.ts"

type Receive = (data: Buffer, address: Address) => void

export interface TransportOptions {
  readonly ports: PortRange
  readonly received: Received
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

export const boundTransports = (
  transport: RTCDtlsTransport,
  { ports, received, now }: TransportOptions,
): void => {
  const scope = currentScope()
  /** Where there is no session, as in a relay that is measured, it is for whoever called. */
  const broke = (error: unknown): void => {
    if (scope === undefined) throw error
    scope.broke(error)
  }
  const connection = transport.iceTransport.connection as Connection
  const { localUsername, remoteUsername, localPassword } = connection
  const senders = new KnownSenders(`${localUsername}:${remoteUsername}`, localPassword, (address) =>
    forgetPairs(connection, address),
  )
  const datagrams = new ReceivedDatagrams(senders, received, () => transport.state === "connected")
  const bounded =
    (receive: Receive): Receive =>
    (data, address) => {
      try {
        const passed = datagrams.pass(data, address, now())
        if (passed !== undefined) receive(passed, address)
      } catch (error) {
        broke(error)
      }
    }
  boundChecks(connection)
  const ensure = connection["ensureProtocol"].bind(connection)
  connection["ensureProtocol"] = (protocol: Protocol) => {
    if (protocol instanceof StunProtocol) {
      boundUdp(protocol, ports, bounded(protocol["datagramReceived"].bind(protocol)))
    } else if (protocol instanceof TcpPassiveProtocol) {
      const receive = bounded(protocol["handleFrame"].bind(protocol))
      boundTcp(protocol, { isKnown: (address) => senders.has(address), receive, broke })
    } else if (protocol instanceof TcpActiveProtocol) {
      // The engine calls nobody: whoever wants it comes.
      protocol["sendFrame"] = () => Promise.resolve()
    }
    ensure(protocol)
  }
}
