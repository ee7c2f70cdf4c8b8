interface AvatarProps {
  user: { name: string; image?: string | null }
  /** Side in pixels. */
  size?: number
}

/** The picture of a user, else the initials. It stands beside the name, so nothing of it is read out. */
export function Avatar({ user: { name, image }, size = 40 }: AvatarProps) {
  return (
    <span className="kit-avatar" style={{ width: size, height: size, fontSize: size * 0.38 }} aria-hidden="true">
      {image ? <img src={image} alt="" width={size} height={size} /> : initialsOf(name)}
    </span>
  )
}

const segmenter = new Intl.Segmenter()

/** The first letters of the first and the last word of a name, as a reader counts letters. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  return [first, last].map((word) => [...segmenter.segment(word)][0]?.segment.toUpperCase() ?? '').join('')
}
