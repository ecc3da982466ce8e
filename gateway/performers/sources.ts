/** What questions about performers are answered from. */
import type { PictureHosts } from "./media-path.ts"
import type { PerformerAskingShape } from "./performer-asking.ts"
import type { CategoriesShape } from "./categories.ts"

export interface Sources {
  readonly service: PerformerAskingShape
  readonly categories: CategoriesShape
  readonly hosts: PictureHosts
}
