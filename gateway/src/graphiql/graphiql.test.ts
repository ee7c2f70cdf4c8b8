import { getIntrospectionQuery } from 'graphql'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'

const gateway = await startGateway()
const closed = await startGateway({ gateway: { GRAPHQL_INTROSPECTION: 'false' } })
const open = (url: string) => fetch(`${url}/graphql`, { headers: { accept: 'text/html,application/xhtml+xml' } })

describe('with introspection', () => {
  test('serves GraphiQL to browsers, with all its assets', async () => {
    const response = await open(gateway.url)
    const page = await response.text()
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, address]) => address ?? '')
      .filter((address) => address !== 'data:,')
    expect(parts).toHaveLength(6)
    for (const address of parts) {
      expect(address).toMatch(/^\/graphql\/assets\//)
      const part = await fetch(gateway.url + address)
      const type = address.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
      expect([address, part.status, part.headers.get('content-type')]).toEqual([address, 200, type])
      expect((await part.arrayBuffer()).byteLength).toBeGreaterThan(20)
    }
  })

  test('serves the schema to GraphiQL', async () => {
    const response = await gateway
      .visitor()
      .graphql(getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true, oneOf: true }))
    expect(response.errors).toEqual([])
    expect(response.at('__schema', 'queryType', 'name')).toBe('Query')
  })

  test('suggests the right name for a misspelt one', async () => {
    const { errors } = await gateway.visitor().graphql('{ viewr { user { nam } } }')
    expect(errors).toMatchObject([{ message: 'Cannot query field "viewr" on type "Query". Did you mean "viewer"?' }])
  })

  test.each(['nothing.js', 'constructor', '..%2Fpackage.json'])('does not serve %s', async (name) => {
    expect((await fetch(`${gateway.url}/graphql/assets/${name}`)).status).toBe(404)
  })
})

test('serves neither, and suggests no names, without introspection', async () => {
  expect((await open(closed.url)).headers.get('content-type')).not.toContain('text/html')
  expect((await fetch(`${closed.url}/graphql/assets/start.js`)).status).toBe(404)
  const response = await closed.visitor().graphql('{ __schema { queryType { name } } }')
  expect(response.errors).toMatchObject([
    {
      message: expect.stringContaining('Download the schema from /graphql/schema.graphql'),
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    },
  ])
  expect(response.text).not.toMatch(/apollo/i)
  const misspelt = await closed.visitor().graphql('{ viewr { user { nam } } }')
  expect(misspelt.errors).toMatchObject([{ message: 'Cannot query field "viewr" on type "Query".' }])
})
