import { Navigate } from 'kit'
import type { Remote } from 'kit/remote'
import type { ComponentType } from 'react'

const page = (load: () => Promise<ComponentType>) => async () => ({ Component: await load() })

export const remote = {
  routes: [
    {
      path: '/admin',
      children: [
        { index: true, element: <Navigate to="/admin/people" replace /> },
        { path: 'people', lazy: page(async () => (await import('./people/people-page.tsx')).PeoplePage) },
        { path: 'people/:id', lazy: page(async () => (await import('./person/person-page.tsx')).PersonPage) },
        {
          path: 'organizations',
          lazy: page(async () => (await import('./organizations/organizations-page.tsx')).OrganizationsPage),
        },
        {
          path: 'emails',
          lazy: page(async () => (await import('./emails/emails-page.tsx')).EmailsPage),
        },
        {
          path: 'organizations/:id',
          lazy: page(async () => (await import('./organizations/organization-page.tsx')).OrganizationPage),
        },
      ],
    },
  ],
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}.po`)
    return messages
  },
} satisfies Remote
