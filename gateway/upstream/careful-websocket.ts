/**
 * socket.io's way over a WebSocket, for servers that send what is none of its protocol: a packet that cannot be read
 * ends this connection, as one that broke does, and it is opened again. By itself the client throws such a packet's
 * error out of the socket's own event, where nobody can catch it.
 *
 * Source: Engine.IO 4, Socket.IO 5 (packet `4` holds a Socket.IO packet, of which `4` is a refused connection, whose
 * reason must be there).
 */
import { NodeWebSocket } from "socket.io-client"

/** A refusal that gives no reason, of the main namespace or of another. */
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
