import type { ReactNode } from 'react'

/** A line drawing of 96 px, for what nobody has used yet. */
const Picture = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 96 96"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const HousesPicture = () => (
  <Picture>
    <rect x="14" y="34" width="30" height="46" rx="4" />
    <rect x="52" y="18" width="30" height="62" rx="4" />
    <path d="M8 80h80M22 46h4M32 46h4M22 57h4M32 57h4M22 68h4M32 68h4M60 31h4M70 31h4M60 43h4M70 43h4M60 55h4M70 55h4M64 80V69h6v11" />
  </Picture>
)

export const PeoplePicture = () => (
  <Picture>
    <circle cx="34" cy="36" r="12" />
    <circle cx="64" cy="40" r="9" />
    <path d="M12 76c0-13 9-22 22-22s22 9 22 22M62 58c12 0 20 7 20 18M8 76h80" />
  </Picture>
)
