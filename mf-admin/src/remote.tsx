import { Navigate } from 'kit'
import type { Remote } from 'kit/remote'

export const remote = {
  routes: [
    {
      path: '/admin',
      children: [
        { index: true, element: <Navigate to="/admin/people" replace /> },
        {
          path: 'people/:id',
          lazy: async () => ({ Component: (await import('./person/person-page.tsx')).PersonPage }),
        },
        { path: 'people', lazy: async () => ({ Component: (await import('./people/people-page.tsx')).PeoplePage }) },
      ],
    },
  ],
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
