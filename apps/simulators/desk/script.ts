/**
 * What runs in the desk's pages: asks for the same page again and again and takes over the parts that have changed,
 * and sends forms without leaving. What is typed, chosen, opened or focused stays; without it the pages work too,
 * by loading. Served as it stands here.
 *
 * `data-live="items"`: children are renewed one by one, by id. `data-live="whole"`: the content is, at once.
 * `data-attributes`: hidden and disabled follow.
 */
export const SCRIPT = `"use strict";
(() => {
  const desk = document.getElementById("desk");
  const connection = document.getElementById("connection");
  if (desk === null || connection === null) return;
  const sources = new WeakMap();
  const remember = (root) => {
    for (const one of root.querySelectorAll("[data-live=items] > *")) sources.set(one, one.outerHTML);
    for (const one of root.querySelectorAll("[data-live=whole]")) sources.set(one, one.innerHTML);
  };
  remember(document);

  const keepingFocus = (place, work) => {
    const focused = document.activeElement;
    const id = focused !== null && place.contains(focused) ? focused.id : "";
    work();
    if (id === "" || document.activeElement?.id === id) return;
    (document.getElementById(id) ?? document.getElementById("top"))?.focus();
  };
  const renewItems = (here, there) => {
    const atEnd = here.scrollHeight - here.scrollTop - here.clientHeight < 48;
    const wanted = new Set([...there.children].map(({ id }) => id));
    keepingFocus(here, () => {
      for (const one of [...here.children]) {
        // Who was chosen and has left stays chosen, so that nothing meant for one goes to everybody.
        const isChosen = one instanceof HTMLOptionElement && one.selected;
        if (wanted.has(one.id)) continue;
        if (!isChosen) one.remove();
        else if (sources.get(one) !== "") {
          one.textContent += connection.dataset.gone;
          sources.set(one, "");
        }
      }
      for (const one of [...there.children]) {
        const source = one.outerHTML;
        const old = [...here.children].find(({ id }) => id === one.id);
        if (old !== undefined && sources.get(old) === source) continue;
        const fresh = document.importNode(one, true);
        sources.set(fresh, source);
        if (old === undefined) here.append(fresh);
        else {
          if (fresh instanceof HTMLOptionElement) fresh.selected = old.selected;
          old.replaceWith(fresh);
        }
      }
    });
    if (atEnd) here.scrollTop = here.scrollHeight;
  };
  const renewWhole = (here, there) => {
    const source = there.innerHTML;
    if (sources.get(here) === source) return;
    sources.set(here, source);
    keepingFocus(here, () => here.replaceChildren(...document.importNode(there, true).childNodes));
  };
  const renew = (page) => {
    const next = page.getElementById("desk");
    if (next === null) return false;
    desk.dataset.version = next.dataset.version;
    desk.dataset.every = next.dataset.every;
    for (const there of next.querySelectorAll("[data-live]")) {
      const here = document.getElementById(there.id);
      if (here === null) continue;
      if (there.dataset.live === "items") renewItems(here, there);
      else renewWhole(here, there);
    }
    for (const there of next.querySelectorAll("[data-attributes]")) {
      const here = document.getElementById(there.id);
      if (here === null) continue;
      for (const name of ["hidden", "disabled"]) here.toggleAttribute(name, there.hasAttribute(name));
    }
    return true;
  };

  let goOn = () => undefined;
  const pause = (ms) =>
    new Promise((resolve) => {
      goOn = resolve;
      setTimeout(resolve, ms);
    });
  const tell = (text) => {
    if (connection.textContent !== text) connection.textContent = text;
  };
  const parsed = async (response) =>
    new DOMParser().parseFromString(await response.text(), "text/html");
  let isLost = false;
  let backAt = 0;
  const look = async () => {
    const address = new URL(location.href);
    // After an interruption the first answer is wanted at once.
    if (!isLost) address.searchParams.set("after", desk.dataset.version);
    const response = await fetch(address, { signal: AbortSignal.timeout(40000) });
    if (response.status === 403) return location.reload();
    if (!response.ok || !renew(await parsed(response))) throw new Error(String(response.status));
    if (isLost) {
      tell(connection.dataset.again);
      backAt = performance.now();
    } else if (performance.now() - backAt > 5000) tell("");
    isLost = false;
    await pause(Number(desk.dataset.every));
  };
  const run = async () => {
    for (;;) {
      try {
        await look();
      } catch {
        isLost = true;
        tell(connection.dataset.lost);
        await pause(2000);
      }
    }
  };

  const problem = (text) => {
    const place = document.getElementById("problem");
    if (place !== null) place.textContent = text;
  };
  const send = async (form, submitter) => {
    const body = new URLSearchParams(new FormData(form, submitter));
    try {
      const response = await fetch(form.action, { method: "POST", body, redirect: "manual" });
      if (response.type === "opaqueredirect") {
        problem("");
        const text = form.querySelector("#text");
        if (text !== null && text.value.trim() === body.get("text")?.trim()) text.value = "";
      } else {
        const page = await parsed(response);
        problem(page.getElementById("problem")?.textContent || connection.dataset.problem);
      }
    } catch {
      problem(connection.dataset.problem);
    }
    goOn();
  };
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.plain !== undefined || !desk.contains(form)) return;
    event.preventDefault();
    if (form.dataset.busy !== undefined) return;
    form.dataset.busy = "";
    void send(form, event.submitter).finally(() => delete form.dataset.busy);
  });
  // A browser cuts at the limit and says nothing: this does, until something is typed.
  const cut = document.getElementById("cut");
  const put = (field, text) => {
    if (!(field instanceof HTMLInputElement) || field.dataset.cut === undefined) return;
    const selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
    const length = field.value.length - selected + text.replaceAll(/[\\r\\n]/gu, "").length;
    cut.textContent = length > field.maxLength ? field.dataset.cut : "";
  };
  document.addEventListener("paste", ({ target, clipboardData }) => put(target, clipboardData.getData("text")));
  document.addEventListener("drop", ({ target, dataTransfer }) => put(target, dataTransfer.getData("text")));
  document.addEventListener("input", ({ inputType }) => {
    if (inputType !== "insertFromPaste" && inputType !== "insertFromDrop") cut.textContent = "";
  });
  const log = document.getElementById("log");
  if (log !== null) log.scrollTop = log.scrollHeight;
  void run();
})();
`
