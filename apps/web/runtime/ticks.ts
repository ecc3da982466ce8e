/** Time that passes for reactions, by the timers of a port. RxJS's own timers bring all its schedulers with them. */
import { Observable } from "rxjs"
import type { ConnectionPorts } from "@foldcast/client/connection"

/** Emits each time so many milliseconds have passed, until nobody listens. */
export const ticksOf =
  (setTimer: ConnectionPorts["setTimer"]) =>
  (ms: number): Observable<unknown> =>
    new Observable((listener) => {
      const wait = () =>
        setTimer(ms, () => {
          cancel = wait()
          listener.next(null)
        })
      let cancel = wait()
      return () => cancel()
    })
