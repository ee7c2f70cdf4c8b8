import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

test('runs one task at a time, and lets keys take turns', async () => {
  const queue = new FairQueue()
  const started: string[] = []
  const finish: (() => void)[] = []
  const add = (key: string, name: string) =>
    queue.run(key, () => {
      started.push(name)
      return new Promise<string>((resolve) => finish.push(() => resolve(name)))
    })
  const tasks = [add('busy', 'busy 1'), ...['busy 2', 'busy 3', 'busy 4'].map((name) => add('busy', name))]
  tasks.push(add('honest', 'honest 1'), add('honest', 'honest 2'), add('operator', 'operator 1'))
  for (let ended = 0; ended < tasks.length; ended++) {
    expect(started).toHaveLength(ended + 1)
    finish[ended]?.()
    await expect.poll(() => started.length).toBe(Math.min(ended + 2, tasks.length))
  }
  expect(started).toEqual(['busy 1', 'honest 1', 'operator 1', 'busy 2', 'honest 2', 'busy 3', 'busy 4'])
  await Promise.all(tasks)
})

test('goes on after a task that fails', async () => {
  const queue = new FairQueue()
  const failed = queue.run('one', () => Promise.reject(new Error('broken')))
  const next = queue.run('one', async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
