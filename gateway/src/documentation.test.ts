import { readFileSync } from 'node:fs'
import { limits, maxPageSize } from 'contract/graphql/limits.ts'
import { bodyLimits } from 'service/body-limits.ts'
import { expect, test } from 'vitest'
import { startGateway } from './testing/start-gateway.ts'

const text = readFileSync(new URL('../../docs/graphql.md', import.meta.url), 'utf8')
let time = Date.now()
const gateway = await startGateway({ now: () => time })

const examples = [...text.matchAll(/```graphql\n([\s\S]*?)```\n\n```json\n([\s\S]*?)```/g)].map(
  ([, document = '', response = '']) => ({ name: /\w+ (\w+)/.exec(document)?.[1], document, response }),
)

test('returns the documented response for each example of docs/graphql.md', async () => {
  expect(examples.length).toBe(text.split('```graphql').length - 1)
  expect(examples.length).toBeGreaterThan(5)
  const olive = await gateway.signUp('Olive')
  for (const { name, document, response } of examples) {
    time += 60_000 // refills the budget
    const { text: body } = await olive.graphql(document)
    expect([name, JSON.parse(body.replaceAll(olive.email, 'olive@example.com'))]).toEqual([name, JSON.parse(response)])
  }
})

test('documents the limits in docs/graphql.md', () => {
  const table = text.slice(text.indexOf('## Limits'), text.indexOf('## Promises'))
  const rows = [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(([, what = '', value = '']) => [
    what,
    value.replaceAll(/(?<=\d),(?=\d)/g, ''),
  ])
  expect(Object.fromEntries(rows)).toMatchObject({
    'Levels of fields': `${limits.depth}`,
    'Aliases, directives': `${limits.aliases}, ${limits.directives}`,
    'Root fields, mutations in one document': `${limits.rootFields}, ${limits.mutations}`,
    'Comparisons of equal fields': `${limits.comparisons}`,
    'Tokens, characters, bytes of the body': `${limits.tokens}, ${limits.characters}, ${bodyLimits.gateway}`,
    'Items of a page, ids of `nodes`': `${maxPageSize}`,
    'Objects of one response': `${limits.cost}`,
    'Values and levels of the variables': `${limits.variableValues}, ${limits.variableDepth}`,
    'Bytes of one response': `${limits.responseBytes}`,
  })
})
