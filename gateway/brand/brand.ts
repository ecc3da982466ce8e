/** One brand of the site: what differs between brands that share a gateway. */
import type { PublicBrand } from "@foldcast/contracts/queries/brand"

export interface Brand {
  /** A stable id, used in visits, captures and upstream calls. */
  readonly id: string
  readonly name: string
  /**
   * The brand's hosts, with port unless it is the scheme's default. Empty: every host that no other brand claims.
   */
  readonly hosts: ReadonlySet<string>
  /** Where to report security weaknesses: an https or e-mail address. */
  readonly securityContact: string
  readonly public: PublicBrand
}
