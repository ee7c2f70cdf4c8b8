import { randomBytes } from 'node:crypto'
import { connect, type Database } from '../connect.ts'

export const templateUrlVariable = 'TEST_DATABASE_TEMPLATE_URL'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** One per worker of vitest: a new connection costs as much as copying the template. */
let shared: Database | undefined

/** Creates a database with all migrations applied, copied from a template in about 20 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const templateUrl = process.env[templateUrlVariable]
  if (!templateUrl)
    throw new Error('Add database/testing/vitest-global-setup.ts to the globalSetup of this vitest project.')
  const template = new URL(templateUrl).pathname.slice(1)
  const name = `test_${randomBytes(8).toString('hex')}`
  shared ??= connect(replaceDatabase(templateUrl, 'postgres'), { connections: 1 })
  await shared.unsafe(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: replaceDatabase(templateUrl, name),
    drop: async () => void (await shared?.unsafe(`drop database if exists ${name} with (force)`)),
  }
}

export async function administer(url: string, statement: string): Promise<void> {
  const server = connect(replaceDatabase(url, 'postgres'), { connections: 1 })
  try {
    await server.unsafe(statement)
  } finally {
    await server.end()
  }
}

export function replaceDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
