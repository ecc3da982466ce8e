/**
 * An ad blocker with lists against notices and cookie banners: a style sheet hides some elements, and others are
 * removed as soon as they are added.
 */
{
  const HIDDEN = ".advert, .promo, .banner-ad, [id^=google_ads], [class*=sponsor]"
  const REMOVED = "[class*=cookie], .consent-banner, .promo-dialog, .popup, .site-seo, aside.offer"

  const look = (node: Node) => {
    if (!(node instanceof Element) && !(node instanceof Document)) return
    if (node instanceof Element && node.matches(REMOVED)) return node.remove()
    for (const element of node.querySelectorAll(REMOVED)) element.remove()
  }
  window.foreignHands.register("ad-blocker", () => {
    const style = window.foreignHands.styleSheet()
    ;(document.head ?? document.documentElement ?? document).append(style)
    style.sheet?.insertRule(`${HIDDEN} { display: none !important }`)
    window.foreignHands.observe(look)
  })
}
