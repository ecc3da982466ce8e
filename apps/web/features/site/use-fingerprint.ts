/** The visitor's fingerprint id; null without consent and until it is computed. */
"use no memo"

import { useEffect, useState } from "react"
import { consentOf } from "@foldcast/folds/consent"
import { fingerprintId } from "../../runtime/fingerprint.ts"
import { useSite } from "../../runtime/react.tsx"

export const useFingerprint = (): string | null => {
  const choice = useSite(consentOf)
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    const tell = async () => {
      const found = await fingerprintId()
      if (isWanted) setId(found)
    }
    void tell()
    return () => {
      isWanted = false
    }
  }, [choice])
  return id
}
