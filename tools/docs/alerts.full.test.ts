import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { serveMetrics } from 'service/metrics.ts'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const promtool = (args: string[], input?: string) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8', input })
  return { status, output: stdout + stderr }
}
const hasPromtool = promtool(['--version']).status === 0

describe.runIf(hasPromtool)('docs/alerts.yml (needs promtool)', () => {
  test('is valid', () => {
    expect(promtool(['check', 'rules', 'docs/alerts.yml'])).toMatchObject({ status: 0 })
  })

  test('fires within five minutes of each recorded incident, and not in a rolling update', () => {
    const { status, output } = promtool(['test', 'rules', 'tools/docs/alerts.incidents.yml'])
    expect(status, output).toBe(0)
  })

  test('reads metrics whose names and types promtool accepts', async () => {
    const metrics = await fetch(await serveMetrics('127.0.0.1', 0))
    expect(promtool(['check', 'metrics'], await metrics.text())).toMatchObject({ status: 0 })
  })
})
