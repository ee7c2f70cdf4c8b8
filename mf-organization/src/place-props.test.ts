import { expect, test } from 'vitest'
import { placePropsOf } from './place-props.ts'

test('gives places the id and roles in the format of sessions and services', () => {
  const organization = {
    id: 'O_one',
    databaseId: 'one',
    name: 'Rowers',
    slug: 'rowers',
    needsSecondFactor: false,
    secondFactorRequiredAt: null,
    logo: null,
  }
  const viewer = {
    viewerMembership: { id: 'M_one', roles: ['OWNER' as const], assignedRoles: ['owner'] },
    viewerPermissions: ['MEMBER_CREATE' as const],
    viewerGrants: ['member:create', 'mf-invoices:approve'],
    roles: [],
  }
  expect(placePropsOf({ ...organization, ...viewer })).toEqual({
    organization: { id: 'one', name: 'Rowers', slug: 'rowers', logo: null },
    roles: ['owner'],
    permissions: ['member:create', 'mf-invoices:approve'],
  })
})
