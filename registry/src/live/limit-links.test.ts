import { parseRemoteDescription } from 'contract/remote-description.ts'
import { expect, test } from 'vitest'
import { limitLinks } from './limit-links.ts'

const link = (to: string, more: object = {}) => ({ to, label: { en: to }, order: 1, ...more })
test('shows links to pages for administrators to them alone', () => {
  const { navigation } = limitLinks(
    parseRemoteDescription({
      name: 'mf-one',
      routes: [{ path: '/one', access: 'user', userRole: 'admin' }],
      navigation: [link('/one'), link('/one/plans', { roles: ['owner'] }), link('/elsewhere')],
    }),
  )
  expect(navigation.map(({ roles, userRole }) => [roles, userRole])).toEqual([
    [undefined, 'admin'],
    [['owner'], 'admin'],
    [undefined, undefined],
  ])
})

const limitsOf = (links: { to: string; roles?: string[] | undefined; permission?: string | undefined }[] = []) =>
  links.map(({ to, roles, permission }) => [to, roles, permission])

test('restricts a link like its target page unless the link has its own restriction', () => {
  const links = [
    link('/one'),
    link('/one/plans?all#end'),
    link('/one/plans/deep'),
    link('/one/plans', { roles: ['member'] }),
    link('/elsewhere'),
  ]
  const { navigation, places } = limitLinks(
    parseRemoteDescription({
      name: 'mf-one',
      routes: [
        { path: '/one', access: 'user' },
        { path: '/one/plans', access: 'user', roles: ['owner'], permission: 'organization:update' },
      ],
      navigation: links,
      places: { 'user-menu': links.slice(0, 2), 'start-card': [{ name: 'one', label: { en: 'One' }, order: 1 }] },
    }),
  )
  const asked = [['owner'], 'organization:update']
  expect(limitsOf(navigation)).toEqual([
    ['/one', undefined, undefined],
    ['/one/plans?all#end', ...asked],
    ['/one/plans/deep', ...asked],
    ['/one/plans', ['member'], undefined],
    ['/elsewhere', undefined, undefined],
  ])
  expect(limitsOf(places?.['user-menu'])).toEqual([
    ['/one', undefined, undefined],
    ['/one/plans?all#end', ...asked],
  ])
  expect(places?.['start-card']).toHaveLength(1)
})
