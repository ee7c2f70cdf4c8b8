import { parseEmail } from '../../user/email.ts'

/** Values that the product writes. People type all others. */
const written = new Set(['address', 'time', 'role', 'version', 'before', 'line', 'route', 'failed', 'usual'])

/** In values that people typed, nothing may become a link, except an email to be confirmed or a verified one. */
export function plainText(key: string, value: string): string {
  const line = toOneLine(value)
  return written.has(key) || (['newEmail', 'inviterEmail'].includes(key) && parseEmail(value))
    ? line
    : withoutLinks(short(line))
}

/** Line breaks or bidirectional controls in a name could forge other text. */
const toOneLine = (text: string): string => text.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(/[\s\p{Cc}]+/gu, ' ')

/** Leaves no room for a message in a name. */
const short = (text: string): string => text.replace(/^(.{100}).+$/su, '$1…')

// Email clients detect links by different rules, but a space always ends one: `evil.test` becomes
// `evil. test`, while `Dr. Who`, `A/S` and `.NET` stay.
function withoutLinks(text: string): string {
  return text
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '') // invisible characters, except the two that join letters and emoji
    .replaceAll(dotInWord, '$& ')
    .replaceAll(/[:\uff1a](?=\S)/gu, '$& ')
    .replaceAll(/(?<=[/\\\u2044\u2215\uff0f\uff3c])(?=[/\\\u2044\u2215\uff0f\uff3c])/gu, ' ')
    .replaceAll(/(?<=\S)[@\ufe6b\uff20]/gu, ' $&')
    .replaceAll(yearsOrNumber, (number, years) => years ?? number.replaceAll(/(?<=\p{Nd})(?=\p{Nd})/gu, '·'))
}

// A dot stays before an ending that is no top-level domain: one letter (e.V.), a number (2.0) or
// js. These are listed instead of the domains, because a list of domains misses new ones.
const dotInWord =
  /(?<=\S)[.\u2024\u3002\ufe52\uff0e\uff61]+(?=[^\s.,;:!?)\]}"'’”»…])(?!(?:[\p{sc=Latn}\p{sc=Cyrl}]|\d+|js)(?:[\s,;!?)\]}"'’”»…]|\.(?!\d)|$))/giu

// Two years (2025/2026) are captured, so that they stay. The rest are telephone numbers.
const yearsOrNumber =
  /(?<!\p{Nd}[\s.()+/\p{Pd}]{0,3})((?:19|20)\d\d\/(?:19|20)\d\d)(?![\s.()+/\p{Pd}]{0,3}\p{Nd})|\p{Nd}(?:[\s.()+/\p{Pd}]{0,3}\p{Nd}){6,}/gu
