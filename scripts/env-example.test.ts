import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8')

test.for(['service/src/environment.ts', 'rest-auth/src/config.ts', 'gateway/src/config.ts', 'shell/server/config.ts'])(
  '.env.example names every setting of %s',
  (file) => {
    const settings = [...read(file).matchAll(/^ {2,4}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)
    const named = [...read('.env.example').matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
    expect(settings.length).toBeGreaterThan(2)
    expect(settings.filter((name) => !named.includes(name))).toEqual([])
  },
)
