/**
 * Changes that extensions and translators make to a page before and during hydration. They act in the page as
 * content scripts do: on its document only, at a moment of the page's loading and not of a clock.
 */
import type { Page } from "playwright-core"

export type EarlyMoment =
  /** The document is parsed, and none of its modules has run. */
  | "beforeScript"
  /** The header is hydrated, the footer is not. */
  | "duringHydration"

/** Each function runs in the page and cannot use this module's scope. */
export const HANDS = {
  "an element before the first in body": () => {
    const bar = document.createElement("div")
    bar.className = "coupon-bar"
    bar.append("Coupons")
    document.body.prepend(bar)
  },
  "an element at the end of body": () => {
    const root = document.createElement("grammar-desktop-integration")
    root.attachShadow({ mode: "open" })
    document.body.append(root)
    document.body.append(document.createElement("div"))
  },
  "elements first and last in head": () => {
    const meta = document.createElement("meta")
    meta.name = "extension"
    document.head.prepend(meta)
    const style = document.createElement("style")
    style.className = "darkreader"
    // In a browser the style sheets of extensions need no nonce.
    style.nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? ""
    document.head.append(style)
  },
  "changed words in ten places": () => {
    const walker = document.createTreeWalker(
      document.getElementById("site") ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    const texts: Array<Text> = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (/\p{L}{3}/u.test(text.data) && text.parentElement?.closest("script, style") === null) {
        texts.push(text)
      }
    }
    const step = Math.max(1, Math.floor(texts.length / 10))
    texts
      .filter((_, index) => index % step === 0)
      .forEach((text) => {
        // As a browser's translator does: each text in two new elements.
        const outer = document.createElement("font")
        const inner = document.createElement("font")
        inner.append(`${text.data} (x)`)
        outer.append(inner)
        text.replaceWith(outer)
      })
  },
  "elements beside fields": () => {
    for (const field of document.querySelectorAll("#site input, #site select")) {
      const icon = document.createElement("div")
      icon.dataset["passwordIcon"] = ""
      field.after(icon)
    }
  },
  "attributes on html, body and fields": () => {
    document.documentElement.dataset["darkreaderMode"] = "dynamic"
    document.documentElement.setAttribute("data-lt-installed", "true")
    document.body.setAttribute("cz-shortcut-listen", "true")
    for (const field of document.querySelectorAll("input, button")) {
      field.setAttribute("data-darkreader-inline-color", "")
      field.setAttribute("autocomplete", "new-password")
    }
  },
} as const satisfies Readonly<Record<string, () => void>>

export type EarlyHand = keyof typeof HANDS

/** Applies the change at that moment of every page that opens from now on. */
export const putHandOn = async (
  page: Page,
  hand: EarlyHand,
  moment: EarlyMoment,
): Promise<void> => {
  const act = `(${HANDS[hand].toString()})();document.documentElement.setAttribute("data-hand","acted")`
  await page.addInitScript(
    moment === "beforeScript"
      ? `document.addEventListener("readystatechange",()=>{if(document.readyState==="interactive"){${act}}})`
      : `{
    // React renders until its slice of time is over and posts itself a message for the next: as its clock goes
    // here, each slice is a few elements.
    const isOurs=(selector)=>{const e=document.querySelector(selector);return e!==null&&Object.keys(e).some((key)=>key.startsWith("__reactFiber"))};
    let isDone=false;
    const now=performance.now.bind(performance);
    let ahead=0;
    let asked=0;
    performance.now=()=>now()+(isDone||++asked%10!==0?ahead:(ahead+=6));
    const post=MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage=function(...message){
      if(!isDone&&isOurs("header")){isDone=true;if(!isOurs("footer")){${act}}}
      return post.apply(this,message);
    };
  }`,
  )
}

/** Whether the change was made at its moment. */
export const hasActed = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.getAttribute("data-hand") === "acted")
