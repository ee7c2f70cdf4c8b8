/** What a line of ours may hold that our programs wrote; all else people typed. */
const written = new Set(['address', 'time', 'role'])

/** A value as a mail shows it: one line, and nothing in it that a mail client would make clickable if somebody typed it. */
export function plainText(key: string, value: string): string {
  const line = oneLine(value)
  return written.has(key) ? line : withoutLinks(short(line))
}

/** A name on several lines, or one that turns the reading direction, could write a mail of its own into ours. */
const oneLine = (text: string): string => text.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(/[\s\p{Cc}]+/gu, ' ')

/** A name is no longer than a hundred characters: a mail of ours must have no room for somebody else's message. */
const short = (text: string): string => text.replace(/^(.{100}).+$/su, '$1…')

/**
 * Mail clients make links of addresses, host names and telephone numbers, each by its own rules; only a space ends a link in
 * all of them. So `evil.test` becomes `evil. test`, while `Dr. Who`, `A/S` and `.NET` stay.
 */
function withoutLinks(text: string): string {
  return text
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '') // without width; these two join letters and emoji
    .replaceAll(/(?<=\S)[.\u2024\u3002\ufe52\uff0e\uff61]+(?=[^\s.,;:!?)\]}"'’”»…])/gu, '$& ')
    .replaceAll(/[:\uff1a](?=\S)/gu, '$& ')
    .replaceAll(/(?<=[/\\\u2044\u2215\uff0f\uff3c])(?=[/\\\u2044\u2215\uff0f\uff3c])/gu, ' ')
    .replaceAll(/(?<=\S)[@\ufe6b\uff20]/gu, ' $&')
    .replaceAll(/\p{Nd}(?:[\s.()+/\p{Pd}]{0,3}\p{Nd}){6,}/gu, (number) =>
      number.replaceAll(/(?<=\p{Nd})(?=\p{Nd})/gu, '·'),
    )
}
