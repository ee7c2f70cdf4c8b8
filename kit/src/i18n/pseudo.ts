import type { Messages } from '@lingui/core'

type Message = Exclude<Messages[string], string>

const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
  y: 'ý',
  Y: 'Ý',
}

/**
 * English with accents on its vowels (`?lang=pseudo`): what stays plain on a screen does not come from a catalogue.
 * Works on compiled messages, which are lists of texts and of `[argument, kind, { case: message }]`.
 */
export function pseudoMessages(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([id, text]) => [id, typeof text === 'string' ? accent(text) : accentMessage(text)]),
  )
}

function accentMessage(message: Message): Message {
  return message.map((token) => {
    if (typeof token === 'string') return accent(token)
    const [name, kind, cases] = token
    return typeof cases === 'object' && cases !== null ? [name, kind ?? '', accentCases(cases)] : token
  })
}

function accentCases(cases: object): object {
  return Object.fromEntries(
    Object.entries(cases).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? accentMessage(value) : value,
    ]),
  )
}

/** Markup of rich texts (`<0>…</0>`) has no vowels, so every letter may change. */
function accent(text: string): string {
  return text.replace(/[aeiouyAEIOUY]/g, (letter) => ACCENTS[letter] ?? letter)
}
