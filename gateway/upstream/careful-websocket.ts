/**
 * socket.io's WebSocket transport, made safe against servers that violate the protocol: a packet that cannot be
 * parsed ends this connection like a broken one, and it reconnects. The original client throws the parser's error
 * from the socket's event handler, where no caller can catch it.
 *
 * Source: Engine.IO 4, Socket.IO 5 (packet `4` holds a Socket.IO packet, of which `4` is a refused connection,
 * whose reason must be there).
 */
import { NodeWebSocket } from "socket.io-client"

/** A refusal without a reason, for any namespace. */
const WORDLESS_REFUSAL = /^44(?:\/[^,]*,?)?$/u

export class CarefulWebSocket extends NodeWebSocket {
  protected override onData(data: Parameters<NodeWebSocket["onData"]>[0]): void {
    try {
      if (typeof data === "string" && WORDLESS_REFUSAL.test(data)) throw new Error("no reason")
      super.onData(data)
    } catch (error) {
      this.onError("a packet that cannot be read", error)
    }
  }
}
