import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from './handle-errors.ts'

test.each([
  [undefined, 500, { message: 'Something went wrong here. Please try again.', code: 'INTERNAL_SERVER_ERROR' }, 1],
  [500, 500, { message: 'Something went wrong here. Please try again.', code: 'INTERNAL_SERVER_ERROR' }, 1],
  [499, 499, { message: 'broken', code: 'BAD_REQUEST' }, 0],
])(
  'responds to an error with the status %s with %i, and hides and logs only server errors',
  async (given, status, expected, lines) => {
    const log: string[] = []
    const app = fastify({ logger: { level: 'error', stream: { write: (line: string) => void log.push(line) } } })
    handleErrors(app)
    app.get('/', () => Promise.reject(Object.assign(new Error('broken'), { statusCode: given })))
    const response = await app.inject('/')
    expect([response.statusCode, log.length]).toEqual([status, lines])
    expect(response.json()).toEqual({ errors: [{ message: expected.message, extensions: { code: expected.code } }] })
  },
)
