import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Does `work` when the test that runs has ended; called outside of one, after the tests of its file. Files follow each other in one
 * process, which would keep what is not ended.
 */
export function atEnd(work: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await work()))
  else afterAll(async () => void (await work()))
}
