import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from './request-log.ts'

test.each(['password', 'newPassword', 'token', 'cookie', 'authorization', 'secret'])(
  'never logs a %s, wherever it is in the request',
  (name) => {
    expect(line({ body: { [name]: 'hidden', other: 'shown' } })).not.toContain('hidden')
    expect(line({ body: { [name]: 'hidden', other: 'shown' } })).toContain('shown')
    expect(line({ err: { [name]: 'hidden' } })).not.toContain('hidden')
  },
)

test('never logs what PostgreSQL reports about a refused row', () => {
  const err = Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(ann@x.test)', where: 'of ann@x.test' })
  expect(line({ err })).not.toContain('ann@x.test')
  expect(line({ err })).toContain('duplicate key')
})

function line(content: object): string {
  const lines: string[] = []
  pino(logOptions, { write: (text: string) => void lines.push(text) }).info(content)
  return lines.join('')
}
