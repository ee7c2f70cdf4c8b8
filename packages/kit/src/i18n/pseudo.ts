import type { Messages } from '@lingui/core'

type Message = Exclude<Messages[string], string>

// Accents on all vowels of compiled messages show which texts are not from a catalogue.
export const pseudoMessages = (messages: Messages): Messages =>
  mapValues(Object.entries(messages), (text) => (Array.isArray(text) ? accentMessage(text) : accent(text)))

const accentMessage = (message: Message): Message =>
  message.map((token) => {
    if (typeof token === 'string') return accent(token)
    const [name, kind, cases] = token
    if (typeof cases !== 'object' || cases === null) return token
    return [name, kind ?? '', mapValues(Object.entries(cases), accentCase)]
  })

const accentCase = (value: unknown) => (Array.isArray(value) ? accentMessage(value) : value)

// Markup of rich texts (`<0>…</0>`) has no vowels.
const accent = (text: string): string => text.replace(/[aeiouy]/gi, '$&\u0301').normalize('NFC')

const mapValues = <Value, Next>(entries: [string, Value][], map: (value: Value) => Next): Record<string, Next> =>
  Object.fromEntries(entries.map(([key, value]) => [key, map(value)]))
