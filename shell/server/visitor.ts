import type { IncomingHttpHeaders } from 'node:http'
import { chooseLocale } from 'kit/locale'

type Headers = Pick<IncomingHttpHeaders, 'accept-language' | 'cookie'>

export const localeOf = (headers: Headers, search = ''): string =>
  chooseLocale({
    search,
    cookie: headers.cookie ?? '',
    // Ignores weights: browsers already sort their languages by preference.
    browserLanguages: (headers['accept-language'] ?? '')
      .split(',')
      .map((entry) => entry.split(';', 1)[0]?.trim() ?? ''),
  })

/** Returns `light` or `dark` if the visitor has chosen one. */
export const colorSchemeOf = ({ cookie = '' }: Headers): string | undefined =>
  /(?:^|; )color-scheme=(light|dark)(?:;|$)/.exec(cookie)?.[1]
