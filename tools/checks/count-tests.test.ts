import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countTests } from './count-tests.ts'

test('lists failed tests with their file, and tests that were skipped because something is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'count-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'report.xml')
  const report = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="6" failures="2" errors="0" time="1">
  <testsuite name="kit/src/a.test.ts" tests="5" failures="1" errors="0" skipped="2" time="1">
    <testcase classname="kit/src/a.test.ts" name="one &gt; &quot;a&quot; is two" time="1">
      <failure message="no" type="Error">
Error: no
      </failure>
    </testcase>
    <testcase classname="kit/src/a.test.ts" name="one is one" time="1">
    </testcase>
    <testcase classname="kit/src/a.test.ts" name="root runs it (needs root)" time="1"/>
    <testcase classname="kit/src/a.test.ts" name="curl signs in (needs curl)" time="0">
      <skipped/>
    </testcase>
    <testcase classname="kit/src/a.test.ts" name="only in test:full" time="0"><skipped></skipped></testcase>
  </testsuite>
  <testsuite name="kit/src/b.test.ts" tests="1" failures="1" errors="0" skipped="0" time="0">
    <testcase classname="kit/src/b.test.ts" name="kit/src/b.test.ts" time="0"><failure message="x"></failure></testcase>
  </testsuite>
</testsuites>`
  await writeFile(file, report)
  expect(await countTests(file)).toEqual({
    passed: 2,
    skipped: 2,
    lacking: ['kit/src/a.test.ts > curl signs in (needs curl)'],
    failing: ['kit/src/a.test.ts > one > "a" is two', 'kit/src/b.test.ts > kit/src/b.test.ts'],
    seconds: [
      ['kit/src/a.test.ts', 3],
      ['kit/src/b.test.ts', 0],
    ],
  })
  expect(await countTests(join(folder, 'none.xml')), 'a run that wrote no report').toBeNull()
})
