import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs `work` after the current test or, outside of one, after the tests of the file. */
export function atEnd(work: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await work()))
  else afterAll(async () => void (await work()))
}
