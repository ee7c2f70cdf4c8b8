// @vitest-environment node
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { addNewTexts, dropUnusedTexts } from './texts.ts'

test('adds texts atomically, and keeps translations', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'texts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = (path: string, content: string) => writeFile(join(folder, path), content)
  const german = join(folder, 'src/locales/de.po')
  await mkdir(join(folder, 'src/locales'), { recursive: true })
  await write('remote.json', JSON.stringify({ name: 'mf-texts', routes: [] }))
  const entries = Array.from({ length: 5000 }, (_, n) => `msgid "Text ${n}"\nmsgstr "Wort ${n}"\n`)
  await writeFile(german, `msgid ""\nmsgstr ""\n"Language: de\\n"\n\n${entries.join('\n')}`)

  const end = new AbortController()
  const read: string[] = []
  const reader = async () => {
    while (!end.signal.aborted) read.push(await readFile(german, 'utf8'))
  }
  const readers = [reader(), reader(), reader(), reader()]
  for (const text of ['one', 'two', 'three', 'four', 'five']) {
    await write(
      'src/page.tsx',
      `import { Trans } from '@lingui/react/macro'\nexport const page = <Trans>${text}</Trans>\n`,
    )
    expect(await addNewTexts(folder)).toContain(german)
  }
  end.abort()
  await Promise.all(readers)
  expect(read.filter((content) => !content.includes('"Wort 4999"'))).toEqual([])
  expect(await readFile(german, 'utf8')).toContain('msgid "five"')
})

test('drops texts that nothing uses, but none of a package, with an id of its own or in the sources', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'texts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = (path: string, content: string) => writeFile(join(folder, path), content)
  const german = join(folder, 'src/locales/de.po')
  await mkdir(join(folder, 'src/locales'), { recursive: true })
  await write(
    'remote.json',
    JSON.stringify({ name: 'mf-texts', routes: [], navigation: [{ to: '/a', label: { en: 'Bookings' }, order: 1 }] }),
  )
  await write('src/page.tsx', `import { Trans } from '@lingui/react/macro'\nexport const page = <Trans>Used</Trans>\n`)
  const entry = (text: string, comment = '') => `${comment}msgid "${text}"\nmsgstr "(${text})"\n`
  const entries = ['Used', 'Bookings', 'Bookingz', 'Of a package'].map((text) => entry(text))
  const own = entry('order.computed', '#. js-lingui-explicit-id\n')
  await writeFile(german, `msgid ""\nmsgstr ""\n"Language: de\\n"\n\n${[...entries, own].join('\n')}`)
  expect(await dropUnusedTexts(folder, [generateMessageId('Of a package')])).toContain(german)
  const kept = await readFile(german, 'utf8')
  expect(kept).not.toContain('Bookingz')
  for (const text of ['Used', 'Bookings', 'Of a package', 'order.computed'])
    expect(kept).toContain(`msgstr "(${text})"`)
  expect(await dropUnusedTexts(folder, [generateMessageId('Of a package')])).not.toContain(german)
})
