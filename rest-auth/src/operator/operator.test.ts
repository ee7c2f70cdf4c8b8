import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { findUserById } from '../user/user.sql.ts'
import { addOperator, removeOperator, describeOperators } from './operator.ts'

const { ctx, browser, signUp, clock } = await startTestApp()

const userOf = async (id: string) => {
  const user = await findUserById(ctx, id)
  if (!user) throw new Error('no such user')
  return user
}

test('returns whether the session belongs to an operator', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  expect((await ann.get('/is-operator')).body).toEqual({ operator: null })
  expect((await browser().get('/is-operator')).body).toEqual({ operator: null })
  await addOperator(ctx, await userOf(ann.id))
  const operator = { operator: { id: ann.id, email: ann.email } }
  expect((await ann.get('/is-operator')).body).toEqual(operator)
  expect((await ann.get(`/is-operator?userId=${bob.id}`)).body).toEqual(operator)
  expect((await bob.get('/is-operator')).body).toEqual({ operator: null })
})

test('ends with the session, with the account and on removal', async () => {
  const ann = await signUp()
  await addOperator(ctx, await userOf(ann.id))
  const copy = browser()
  for (const [name, value] of ann.jar) copy.jar.set(name, value)
  await ann.post('/sign-out')
  expect((await copy.get('/is-operator')).body).toEqual({ operator: null })

  const bob = await signUp()
  await addOperator(ctx, await userOf(bob.id))
  clock.advance(ctx.config.SESSION_EXPIRES_IN + 1)
  expect((await bob.get('/is-operator')).body).toEqual({ operator: null })

  const cem = await signUp()
  await addOperator(ctx, await userOf(cem.id))
  expect(await removeOperator(ctx, await userOf(cem.id))).toBe(`${cem.email} is no longer an operator.`)
  expect((await cem.get('/is-operator')).body).toEqual({ operator: null })
  expect(await removeOperator(ctx, await userOf(cem.id))).toBe(`${cem.email} is not an operator.`)

  await ctx.db.write`delete from "user" where "id" in (${ann.id}, ${bob.id})`
  expect(await describeOperators(ctx)).not.toMatch(ann.email)
})

test('refuses an operator in production who has not proved the email', async () => {
  const production = { ...ctx, config: { ...ctx.config, production: true } }
  const ann = await signUp()
  await expect(addOperator(production, await userOf(ann.id))).rejects.toThrow('Anyone may have signed up')
  await ctx.db.write`update "user" set "proved" = true where "id" = ${ann.id}`
  expect(await addOperator(production, await userOf(ann.id))).toBe(`${ann.email} is now an operator.`)
  expect(await addOperator(production, await userOf(ann.id))).toBe(`${ann.email} is already an operator.`)
})
