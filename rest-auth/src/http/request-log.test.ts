import { pino } from 'pino'
import { expect, test } from 'vitest'
import { redact } from './request-log.ts'

test.each(['password', 'newPassword', 'token', 'cookie', 'authorization', 'secret'])(
  'no line tells a %s, wherever it was put',
  (name) => {
    expect(line({ body: { [name]: 'hidden', other: 'shown' } })).not.toContain('hidden')
    expect(line({ body: { [name]: 'hidden', other: 'shown' } })).toContain('shown')
    expect(line({ err: { [name]: 'hidden' } })).not.toContain('hidden')
  },
)

test('no line tells what PostgreSQL says of a row that it refused', () => {
  const err = Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(ann@x.test)', where: 'of ann@x.test' })
  expect(line({ err })).not.toContain('ann@x.test')
  expect(line({ err })).toContain('duplicate key')
})

function line(content: object): string {
  const lines: string[] = []
  pino({ redact }, { write: (text: string) => void lines.push(text) }).info(content)
  return lines.join('')
}
