/** The way out of private, back to free chat. */
import { isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"

const isLeavePending = isPending("LeaveRoom")

export function LeavePrivate({ performerId }: { readonly performerId: string }) {
  const { send } = useRuntime()
  const isLeaving = useSite(isLeavePending)
  return (
    <Button
      isPending={isLeaving}
      onPress={() => {
        send({ _tag: "LeaveRoom", performerId, reason: "requested" })
      }}
    >
      {m.stream_leave_private()}
    </Button>
  )
}
