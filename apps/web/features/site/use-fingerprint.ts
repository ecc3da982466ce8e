/** The visitor's fingerprint id where they agreed to one, null where not and until it is found. */
import { useEffect, useState } from "react"
import { consentOf } from "@foldcast/folds/consent"
import { fingerprintId } from "../../runtime/fingerprint.ts"
import { useSite } from "../../runtime/react.tsx"
import { usePageFrame } from "./page-frame-context.tsx"

export const useFingerprint = (): string | null => {
  const { consent } = usePageFrame()
  const isAccepted = (useSite(consentOf) ?? consent) === "accepted"
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    if (!isAccepted) return
    let isWanted = true
    const tell = async () => {
      const found = await fingerprintId()
      if (isWanted) setId(found)
    }
    void tell()
    return () => {
      isWanted = false
    }
  }, [isAccepted])
  return isAccepted ? id : null
}
