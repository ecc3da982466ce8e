/**
 * Every visible state of a control of the site, beside the same control without it: the markup that the kit and the
 * features write, with the same words in both. For the tests of forced colours.
 */

export interface ControlState {
  readonly name: string
  readonly plain: string
  readonly state: string
}

const ICON =
  '<svg class="favourite-button__heart" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="3"><path d="M20 6 9 17l-5-5"/></svg>'

const CHECK = ICON.replace("favourite-button__heart", "ui-choice-pill__check")

/** `on` and `off` are the attributes of the opening tag, in the place of `%`, with and without the state. */
const of = (name: string, markup: string, on: string, off = ""): ControlState => ({
  name,
  plain: markup.replace("%", off),
  state: markup.replace("%", on),
})

const button = (look: string, attributes = "") =>
  `<button class="ui-button ${look}" ${attributes} %>${ICON} Woord</button>`
const checkbox = `<label class="ui-checkbox" %><span class="ui-checkbox__box">${ICON}</span><span>Woord</span></label>`
const pill = `<label class="ui-choice-pill"><input type="checkbox" class="ui-choice-pill__box" %>${CHECK}Woord</label>`
const card = `<label class="ui-radio-card"><input type="radio" class="ui-radio-card__button" %><span class="ui-radio-card__dot"></span>Woord</label>`
const field = `<input class="ui-field__input" value="Woord" %>`
const select = `<span class="ui-select"><select class="ui-field__input ui-select__input" %><option>Woord</option></select></span>`
const date = `<div class="ui-date" %><span class="ui-date__segment">12</span></div>`
const tab = `<div class="ui-tabs__list"><button role="tab" class="ui-tabs__tab" %>Woord</button></div>`
const menuItem = `<div class="ui-menu"><div class="ui-menu__item" %><span>Woord</span></div></div>`
const navigation = `<div class="main-navigation"><nav><a href="#" %>Woord</a></nav></div>`
const category = `<div class="category-bar"><a href="#" %>Woord</a></div>`
const categoryPill = `<a class="category-pill" href="#" %>Woord</a>`
const album = `<button class="lightbox__album" %>Woord</button>`
const thumb = `<button class="lightbox__thumb" %><svg width="56" height="56"></svg></button>`
const option = `<a class="search-popup__option" href="#" %>Woord</a>`
const footer = `<div class="site-footer__links"><a href="#" %>Woord</a></div>`
const liveNow = `<button class="ui-button ui-button--secondary filter-opener live-now" %><span class="live-now__dot"></span>Woord</button>`
const player = `<div class="player__controls">${button("ui-button--quiet ui-button--icon")}</div>`

const DISABLED = 'data-disabled="true" disabled'

export const CONTROL_STATES: ReadonlyArray<ControlState> = [
  of("button, disabled", button("ui-button--secondary"), DISABLED),
  of("main button, disabled", button("ui-button--primary"), DISABLED),
  of("main button, waiting", button("ui-button--primary"), 'data-pending="true"'),
  of("quiet button, disabled", button("ui-button--quiet"), DISABLED),
  of("icon button, disabled", button("ui-button--quiet ui-button--icon"), DISABLED),
  of("button, pressed", button("ui-button--secondary"), 'data-pressed="true"'),
  of("player's switch, on", player, 'aria-pressed="true"', 'aria-pressed="false"'),
  of("who is live, chosen", liveNow, 'aria-pressed="true"', 'aria-pressed="false"'),
  of("box, ticked", checkbox, 'data-selected="true"'),
  of("box, wrong", checkbox, 'data-invalid="true"'),
  of("box, disabled", checkbox, 'data-disabled="true"'),
  of("pill, chosen", pill, "checked"),
  of("card, chosen", card, "checked"),
  of("card, disabled", card, "disabled"),
  of("field, wrong", field, 'data-invalid="true"'),
  of("field, disabled", field, "disabled"),
  of("select, wrong", select, 'aria-invalid="true"', 'aria-invalid="false"'),
  of("date, wrong", date, 'data-invalid="true"'),
  of("tab, chosen", tab, 'aria-selected="true"', 'aria-selected="false"'),
  of("menu's item, focused", menuItem, 'data-focused="true"'),
  of("page, current", navigation, 'aria-current="page"'),
  of("page's group, current", navigation, 'aria-current="true"'),
  of("category, current", category, 'aria-current="page"'),
  of("category with a picture, current", categoryPill, 'aria-current="page"'),
  of("footer's link, current", footer, 'aria-current="page"'),
  of("album, current", album, 'aria-current="true"'),
  of("picture, current", thumb, 'aria-current="true"'),
  of("found name, pointed at", option, 'aria-selected="true"', 'aria-selected="false"'),
  ...(["card", "profile"] as const).flatMap((place) => {
    const heart = `<button class="favourite-button favourite-button--${place}%">${ICON}</button>`
    return [of(`heart on a ${place}, kept`, heart, " favourite-button--kept")]
  }),
  of(
    "heart, disabled",
    `<button class="favourite-button favourite-button--card" %>${ICON}</button>`,
    'aria-disabled="true"',
  ),
  of(
    "credits, low",
    `<button class="ui-button ui-button--secondary credits-button%">120</button>`,
    " credits-button--low",
  ),
  of(
    "sign of a status on a picture",
    `<span class="status-chip status-chip--on-picture ui-dark" data-status="offline">%</span>`,
    ICON,
    '<span style="inline-size:16px;block-size:16px"></span>',
  ),
  of("performer, offline", `<span class="status-chip%">Woord</span>`, " status-chip--offline"),
  of(
    "what is coming",
    `<span class="%" style="display:block;inline-size:8rem">&nbsp;</span>`,
    "ui-skeleton",
  ),
  of(
    "what is waited for",
    `<span class="ui-spinner" style="display:block;font-size:3rem;animation:none;%"></span>`,
    "",
    "border-color:currentColor",
  ),
  of(
    "what was said and not sent",
    `<div class="chat__line" %><span class="chat__text">Woord</span></div>`,
    'data-failed="true"',
  ),
]

/** Controls with their own focus style; the first focusable element gets the focus. */
export const FOCUSED: ReadonlyArray<readonly [name: string, markup: string]> = [
  ["button", button("ui-button--secondary")],
  ["main button", button("ui-button--primary")],
  ["quiet button", button("ui-button--quiet")],
  ["link button", button("ui-button--link")],
  ["pill", pill],
  ["chosen pill", pill.replace("%", "checked")],
  ["field", field],
  ["select", select],
  ["tab", tab],
  ["page", navigation],
  ["category", category],
  ["current category", category.replace("%", 'aria-current="page"')],
  ["footer's link", footer],
  ["album", album],
  ["picture", thumb],
  ["heart", `<button class="favourite-button favourite-button--card">${ICON}</button>`],
  [
    "performer",
    `<article class="performer-card" style="inline-size:12rem"><a class="performer-card__link" href="#">Woord</a></article>`,
  ],
].map(([name = "", markup = ""]) => [name, markup.replace("%", "")])

/** What stands on a picture, whatever the picture is like. */
export const ON_PICTURES: ReadonlyArray<readonly [name: string, markup: string]> = [
  ["heart", `<button class="favourite-button favourite-button--card">${ICON}</button>`],
  [
    "kept heart",
    `<button class="favourite-button favourite-button--card favourite-button--kept">${ICON}</button>`,
  ],
  [
    "status",
    `<span class="status-chip status-chip--on-picture ui-dark" data-status="free">Woord</span>`,
  ],
  ["who watches", `<p class="player__facts"><span class="player__live">Woord</span></p>`],
]
