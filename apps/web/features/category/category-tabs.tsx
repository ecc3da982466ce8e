/** What else there is to say about a category, behind tabs below its list. Caller: the category's page. */
import { m } from "@foldcast/messages/messages"
import { imageUrlAt } from "@foldcast/rules/image-url"
import { Tabs } from "@foldcast/ui/tabs.tsx"
import { ContentText } from "../site/content-text.tsx"
import type { CategoryTab } from "./categories.ts"

export interface CategoryTabsProps {
  readonly name: string
  readonly tabs: ReadonlyArray<CategoryTab>
}

export function CategoryTabs({ name, tabs }: CategoryTabsProps) {
  return (
    <section className="category-tabs">
      <Tabs
        label={m.category_tabs({ name })}
        tabs={tabs.map(({ tab, title, content, image }, index) => ({
          id: String(index),
          label: tab,
          content: (
            <div className="category-tabs__text">
              {image !== null && (
                <img src={imageUrlAt(image)} alt="" width={400} height={300} loading="lazy" />
              )}
              <div>
                <h2>{title}</h2>
                <p>
                  <ContentText text={content} />
                </p>
              </div>
            </div>
          ),
        }))}
      />
    </section>
  )
}
