/** The brand's own logo, which contains its name, or the default mark with the name beside it. */
"use no memo"

import { useAppState } from "../../runtime/app-state-react.tsx"

function Mark() {
  return (
    <svg viewBox="0 0 32 32" className="site-header__mark" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <path d="M9 24V8h14v4.4H13.9v3.4h7.6v4.2h-7.6V24z" fill="var(--on-brand)" />
    </svg>
  )
}

export function BrandLogo() {
  const logo = useAppState("logo")
  if (logo === null) return <Mark />
  return <img src={logo} alt="" height={32} className="site-header__brand" />
}
