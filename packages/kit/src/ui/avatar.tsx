import { authBaseUrl } from '../auth-client.ts'

interface AvatarProps {
  user: { name: string; image?: string | null }
  size?: number
}

/** The picture of a user, if it is one that rest-auth has, else the initials. It stands beside the name, so nothing of it is read out. */
export function Avatar({ user: { name, image }, size = 40 }: AvatarProps) {
  return (
    <span className="kit-avatar" style={{ width: size, height: size, fontSize: size * 0.38 }} aria-hidden="true">
      {image && isOwnPicture(image) ? <img src={image} alt="" width={size} height={size} /> : initialsOf(name)}
    </span>
  )
}

/**
 * Whether an address is that of a picture of ours. Any other one would tell a stranger's server who looks at the page, or make
 * a call of ours: people may give what they like as their picture's address.
 */
function isOwnPicture(address: string): boolean {
  const folder = `${authBaseUrl}/pictures/`
  return address.startsWith(folder) && /^[\da-f]{64}$/.test(address.slice(folder.length))
}

const segmenter = new Intl.Segmenter()

/** The first letters of the first and the last word of a name, as a reader counts letters. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  return [first, last].map((word) => [...segmenter.segment(word)][0]?.segment.toUpperCase() ?? '').join('')
}
