// Pairs of a letter and its Latin form, which may be empty.
const table = (pairs: string) => new Map(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]))

const RUSSIAN = table(
  'аa бb вv гg дd еe ёyo жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya',
)
/** Ukraine's official transliteration (2010); some letters differ at the start of a word. */
const UKRAINIAN = new Map([...RUSSIAN, ...table('гh ґg єie иy іi їi йi юiu яia')])
const UKRAINIAN_INITIALS = table('єye їyi йy юyu яya')
const LATIN = table('ßss æae øo łl đd ıi')
const GERMAN = new Map([...LATIN, ...table('äae öoe üue')])

const MAX_LENGTH = 48

/** Transliterates a name: "Київ" → `kyiv`. Returns `neutral` if that is impossible (日本). */
export function slugOf(name: string, language: string, neutral: string): string {
  const text = name.toLowerCase().normalize('NFC').replaceAll(/['’ʼ]/g, '')
  const cyrillic = language === 'uk' || /[іїєґ]/.test(text) ? inUkrainian(text) : write(text, RUSSIAN)
  const slug = write(cyrillic, language === 'de' ? GERMAN : LATIN)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  return !slug && /[\p{L}\p{N}]/u.test(text) ? neutral : slug
}

/** A random slug, for names that cannot be transliterated. */
export function createNeutralSlug(): string {
  return `org-${10_000 + Math.floor(Math.random() * 90_000)}`
}

/** Returns an error code, or false if the slug is valid. */
export function checkSlug(text: string): 'SLUG_MISSING' | 'SLUG_INVALID' | false {
  if (!text) return 'SLUG_MISSING'
  return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && 'SLUG_INVALID'
}

function inUkrainian(text: string): string {
  const initials = text.replaceAll(/(?<!\p{L})[єїйюя]/gu, (letter) => UKRAINIAN_INITIALS.get(letter) ?? letter)
  return write(initials.replaceAll('зг', 'zgh'), UKRAINIAN)
}

function write(text: string, letters: Map<string, string>): string {
  return text.replaceAll(/\p{L}/gu, (letter) => letters.get(letter) ?? letter)
}
