import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const text = readFileSync(resolve(import.meta.dirname, '../../docs/recipes.md'), 'utf8')

test('the table of recipes counts as many files as each recipe lists', () => {
  const counted = [...text.matchAll(/^\| (.+?) \| (\d+) \|/gm)].map(([, name, files]) => [name, Number(files)])
  const listed = text
    .split(/^## /m)
    .slice(1)
    .map((recipe) => [recipe.split('\n', 1)[0], recipe.match(/^\d\. /gm)?.length])
  expect(counted.length).toBeGreaterThan(5)
  expect(listed).toEqual(expect.arrayContaining(counted))
})
