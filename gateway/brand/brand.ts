/** The site under one name: what differs between brands that share a gateway. */
import type { PublicBrand } from "@foldcast/contracts/queries/brand"

export interface Brand {
  /** A stable word; stands in visits, captures and calls upstream. */
  readonly id: string
  /** As people read it. */
  readonly name: string
  /**
   * Hosts that are this brand's, with port where it is not the scheme's own. Empty: every host that no
   * other brand claims.
   */
  readonly hosts: ReadonlySet<string>
  /** Where weaknesses of its site are reported: an https or e-mail address. */
  readonly securityContact: string
  /** As the browser knows it. */
  readonly public: PublicBrand
}
