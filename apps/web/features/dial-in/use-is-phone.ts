/** Whether the visit's device can call by itself, as its first request said. */
import type { SiteState } from "@foldcast/folds/site-state"
import { useSite } from "../../runtime/react.tsx"

const isPhone = ({ visit }: SiteState) => visit.started?.device === "mobile"

export const useIsPhone = (): boolean => useSite(isPhone)
