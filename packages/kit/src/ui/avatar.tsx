import { authBaseUrl } from '../auth-client.ts'

interface AvatarProps {
  user: { name: string; image?: string | null }
  size?: number
}

/** Hidden from screen readers, because the name is next to it. */
export function Avatar({ user: { name, image }, size = 40 }: AvatarProps) {
  return (
    <span className="kit-avatar" style={{ width: size, height: size, fontSize: size * 0.38 }} aria-hidden="true">
      {image && isOwnPicture(image) ? <img src={image} alt="" width={size} height={size} /> : initialsOf(name)}
    </span>
  )
}

// Users may set any URL: a foreign server would learn who views it, or our own API be called.
function isOwnPicture(address: string): boolean {
  const folder = `${authBaseUrl}/pictures/`
  return address.startsWith(folder) && /^[\da-f]{64}$/.test(address.slice(folder.length))
}

const segmenter = new Intl.Segmenter()

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  return [first, last].map((word) => [...segmenter.segment(word)][0]?.segment.toUpperCase() ?? '').join('')
}
