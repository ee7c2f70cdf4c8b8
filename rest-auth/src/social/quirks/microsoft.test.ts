import { expect, test } from 'vitest'
import { microsoftIssuer } from './microsoft.ts'

const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'
const contoso = '72f988bf-86f1-41af-91ab-2d7cd011db47'

test.each([
  ['common', personal, true],
  ['common', contoso, true],
  ['consumers', personal, true],
  ['consumers', contoso, false],
  ['organizations', contoso, true],
  ['organizations', personal, false],
  [contoso.toUpperCase(), contoso, true],
  [contoso, personal, false],
  ['common', `x${contoso}`, false],
  ['common', `${contoso}/x`, false],
  ['common', undefined, false],
])('accepts, for the tenant %s, a person of %s: %s', (tenant, tid, may) => {
  const issuer = `https://login.microsoftonline.com/${tid}/v2.0`
  expect(microsoftIssuer(tenant, tid === undefined ? {} : { tid })).toBe(may ? issuer : null)
})
