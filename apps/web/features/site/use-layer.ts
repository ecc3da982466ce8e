/** Makes a part of the page a layer over it while it is open: a step back closes it (ADR 0064). */
import { useEffect, useEffectEvent } from "react"
import { addLayer } from "../../runtime/layers.ts"

export const useLayer = (name: string, isOpen: boolean, onClose: () => void): void => {
  const close = useEffectEvent(onClose)
  useEffect(() => (isOpen ? addLayer({ name, close: () => close() }) : undefined), [isOpen, name])
}
