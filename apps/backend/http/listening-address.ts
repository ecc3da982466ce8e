/**
 * The address of this server, `http://127.0.0.1:3100`. It is known once the server listens, because port 0 takes a
 * free port.
 */
import { Context, Deferred, Effect, Layer } from "effect"

export class ListeningAt extends Context.Service<ListeningAt, Deferred.Deferred<string>>()(
  "backend/ListeningAt",
) {
  static readonly layer = Layer.effect(ListeningAt, Deferred.make<string>())
}

/** Waits until the server listens. */
export const OwnAddress = Effect.flatMap(ListeningAt, (address) => Deferred.await(address))
