import { authBaseUrl } from '../auth-client.ts'

interface AvatarProps {
  /** The email chooses the colour, otherwise the id or the name. REST and GraphQL have different ids. */
  user: { id?: string; email?: string; name: string; image?: string | null }
  /** In pixels. */
  size?: number
  /** People are round, organizations square. */
  isSquare?: boolean | undefined
}

/** In pixels. Where two letters of this size do not fit, there is one. */
const MIN_LETTER = 11

/** Hidden from screen readers, because the name is next to it. */
export function Avatar({ user: { id, email, name, image }, size = 32, isSquare }: AvatarProps) {
  const hue = hueOf(email ?? id ?? name)
  return (
    <span
      className="kit-avatar"
      data-square={isSquare}
      style={{
        width: size,
        height: size,
        fontSize: Math.max(size * 0.38, MIN_LETTER),
        background: `var(--kit-avatar-${hue})`,
        color: `var(--kit-avatar-${hue}-text)`,
      }}
      aria-hidden="true"
    >
      {image && isOwnPicture(image) ? (
        <img src={image} alt="" width={size} height={size} />
      ) : (
        initialsOf(name, size < 2 * MIN_LETTER ? 1 : 2)
      )}
    </span>
  )
}

const hueOf = (key: string): number =>
  Array.from(key, (letter) => letter.codePointAt(0) ?? 0).reduce((sum, code) => (sum * 31 + code) % 1_000_003, 0) % 10

// Users may set any URL: a foreign server would learn who views it, or our own API be called.
function isOwnPicture(address: string): boolean {
  const folder = `${authBaseUrl}/pictures/`
  return address.startsWith(folder) && /^[\da-f]{64}$/.test(address.slice(folder.length))
}

const segmenter = new Intl.Segmenter()

export function initialsOf(name: string, count = 2): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  return [first, last]
    .slice(0, count)
    .map((word) => [...segmenter.segment(word)][0]?.segment.toUpperCase() ?? '')
    .join('')
}
