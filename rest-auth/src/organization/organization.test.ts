import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

const { signUp, browser } = await startTestApp()

test('create', async () => {
  const ann = await signUp()
  const created = await ann.post('/organization/create', { name: 'Acme', slug: 'acme', metadata: { a: 1 } })
  console.log(created.text)
  console.log((await ann.get('/organization/list')).text)
  console.log((await ann.get('/organization/get-full-organization')).text)
  console.log((await ann.post('/organization/invite-member', { email: 'B@x.com', role: ['admin', 'member'] })).text)
  console.log((await ann.get('/organization/get-full-organization')).text)
  console.log((await ann.get('/organization/list-members')).text)
  console.log((await ann.get('/organization/list-teams')).text)
})
