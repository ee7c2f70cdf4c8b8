import { encode } from 'uqr'

const QUIET_ZONE = 2
const SIZE_PX = 180

/** Black on white in dark mode, too: not all apps read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE })
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} width={SIZE_PX} height={SIZE_PX} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="white" />
      <path d={modules} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}
