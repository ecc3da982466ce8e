/** The brands' logos by path, as SVG shapes that are legible on light and dark. */
export const LOGOS: ReadonlyMap<string, string> = new Map([
  [
    "/common/lumio.svg",
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 40" width="132" height="40" role="img" aria-label="Lumio"><circle cx="18" cy="20" r="7" fill="#d98a1c"/><g fill="none" stroke="#d98a1c" stroke-width="3" stroke-linecap="round"><path d="M18 5v3M18 32v3M3 20h3M30 20h3M7.4 9.4l2.1 2.1M26.5 28.5l2.1 2.1M7.4 30.6l2.1-2.1M26.5 11.5l2.1-2.1"/></g><g fill="none" stroke="#168f86" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><path d="M44 9v17a4 4 0 0 0 4 4"/><path d="M55 17v8a5 5 0 0 0 10 0v-8"/><path d="M72 30V17M72 22a4.5 4.5 0 0 1 9 0v8M81 22a4.5 4.5 0 0 1 9 0v8"/><path d="M98 17v13"/><circle cx="113" cy="23.5" r="6.5"/></g><circle cx="98" cy="10.5" r="2.5" fill="#d98a1c"/></svg>`,
  ],
])
