import { readFile } from 'node:fs/promises'

export interface Count {
  passed: number
  failed: number
  skipped: number
}

/** Reads what vitest's JSON reporter wrote; null when the run did not come that far. */
export async function countVitest(file: string): Promise<Count | null> {
  const report = await readJson(file)
  if (report === null) return null
  const skipped = numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests')
  return { passed: numberAt(report, 'numPassedTests'), failed: numberAt(report, 'numFailedTests'), skipped }
}

/** Reads what Playwright's JSON reporter wrote; null when the run did not come that far. A test that passed on a retry has failed. */
export async function countPlaywright(file: string): Promise<Count | null> {
  const stats = (await readJson(file))?.['stats']
  if (!isObject(stats)) return null
  const failed = numberAt(stats, 'unexpected') + numberAt(stats, 'flaky')
  return { passed: numberAt(stats, 'expected'), failed, skipped: numberAt(stats, 'skipped') }
}

async function readJson(file: string): Promise<Record<string, unknown> | null> {
  const report: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
  return isObject(report) ? report : null
}

function numberAt(object: Record<string, unknown>, key: string): number {
  const value = object[key]
  return typeof value === 'number' ? value : 0
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
