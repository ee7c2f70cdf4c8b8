import { ApiError } from './errors.ts'

// Rules for new names of people and organizations. Existing names stay valid.

const marks = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

const isName = (text: string): boolean => visible.test(text) && !marks.test(text)

/** Replaces invalid characters with spaces. */
export const withoutMarks = (text: string): string => text.replaceAll(new RegExp(marks, 'gu'), ' ').trim()

export function requireName(text: string, before?: string | null): void {
  if (text !== before && !isName(text))
    throw invalid('name', 'A name needs a visible character and must not contain control characters.')
}

// Unicode TS 39, "highly restrictive": one script, or Latin with Chinese, Japanese or Korean.
const scripts =
  'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana ' +
  'Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
const mixtures = ['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul', ...scripts.split(' ')]
const ofOneKind = mixtures.map(
  (list) => new RegExp(`^[\\p{scx=Common}\\p{scx=Inherited}${list.replaceAll(/(\w+) ?/g, '\\p{scx=$1}')}]*$`, 'u'),
)

/** One spelling per slug (NFKC, one script, nothing invisible), and a safe path segment. */
const isSlug = (text: string): boolean =>
  isName(text) &&
  text === text.normalize('NFKC').trim() &&
  !/^\.+$|[/\\%?#]|\p{Default_Ignorable_Code_Point}/u.test(text) &&
  ofOneKind.some((kind) => kind.test(text))

export function requireSlug(text: string): void {
  if (!isSlug(text))
    throw invalid(
      'slug',
      'A slug is a single path segment in one script, without spaces at the ends and without / \\ % ? #.',
    )
}

const invalid = (field: string, message: string) =>
  new ApiError('INVALID_BODY', { details: { issues: [{ path: [field], message }] } })

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const slugs = words(
  'new create edit list settings webhooks keys audit-log members roles teams invitations admin api auth system support security',
)
const usernames = words(
  'admin administrator root system sysadmin superuser owner staff team moderator operator official support help helpdesk security abuse ' +
    'postmaster hostmaster webmaster noreply no_reply no.reply mail info contact billing legal privacy api auth www account accounts ' +
    'settings new organizations sign_in sign_up login logout me self anonymous nobody null undefined everyone all',
)

/** Reserved for screens, and against impersonation of operators. */
export const isReservedSlug = (text: string): boolean => slugs.has(text.toLowerCase())
export const isReservedUsername = (text: string): boolean => usernames.has(text.toLowerCase())
