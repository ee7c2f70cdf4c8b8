import { createHash } from 'node:crypto'

/** A valid remote with every part that the checks look at. */
export const sources = {
  'remote.json': JSON.stringify({
    name: 'mf-one',
    routes: [
      { path: '/one', access: 'user' },
      { path: '/two/:id', access: 'public' },
    ],
    places: {
      header: [{ name: 'one', order: 10 }],
      'start-card': [{ name: 'one', label: { en: 'One' }, order: 10 }],
      'user-menu': [{ to: '/one', label: { en: 'One' }, order: 10 }],
    },
    navigation: [{ to: '/one', label: { en: 'One' }, order: 10 }],
    needs: { kit: '^1.2' },
  }),
  'src/remote.tsx': `
    import { Badge } from 'kit'
    import './remote.css'
    const Header = () => <Badge>1</Badge>
    export const remote = {
      routes: [
        { path: '/one', children: [
          { index: true, lazy: async () => ({ Component: (await import('./page.tsx')).OnePage }) },
          { path: 'more', lazy: async () => ({ Component: (await import('./page.tsx')).MorePage }) },
        ] },
        { path: '/two/:id', Component: Header },
      ],
      places: { header: { one: Header }, 'start-card': { one: Header } },
      loadMessages: async (locale) => {
        const { messages } = await import(/* webpackChunkName: "locale-[request]" */ \`./locales/\${locale}.po\`)
        return messages
      },
    }`,
  'src/page.tsx': `
    import { Trans, useLingui } from '@lingui/react/macro'
    import { Page, Text } from 'kit'
    import { useQuery } from 'kit/graphql'
    import { useState } from 'react'
    import styles from './page.module.css'
    export function OnePage() {
      const { t } = useLingui()
      const [n] = useState(0)
      useQuery('query')
      return <Page title={t\`One\`}><Text className={styles.big}><Trans>There are {n} things.</Trans></Text></Page>
    }
    export const MorePage = () => <Text>{null}</Text>`,
  'src/page.module.css': '.big { font-size: 2rem; animation: grow 1s } @keyframes grow { from { scale: 0 } }',
  'src/remote.css': '.thing { color: red }',
  'src/locales/en.po': 'msgid "One"\nmsgstr "One"\n\nmsgid "There are {n} things."\nmsgstr "There are {n} things."\n',
  'src/locales/de.po': 'msgid "One"\nmsgstr "Eins"\n\nmsgid "There are {n} things."\nmsgstr ""\n',
}

export const hashOf = (document: string): string => createHash('sha256').update(document).digest('hex')
