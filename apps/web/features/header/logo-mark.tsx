/** The mark beside the brand's name; it takes the brand's colour. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" className="site-header__mark" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <path d="M9 24V8h14v4.4H13.9v3.4h7.6v4.2h-7.6V24z" fill="var(--on-brand)" />
    </svg>
  )
}
