import { expect, onTestFinished, test } from 'vitest'
import { makeVersion } from 'registry/testing/make-version.ts'
import { rollBack } from 'registry/channel/roll-back.ts'
import { startShell } from './testing/start-shell.ts'

test('has the prerendered page of the live version, also after a rollback', async () => {
  const shell = await startShell()
  onTestFinished(() => shell.stop())
  const publish = (version: string, text: string) =>
    shell.send(
      makeVersion({
        name: 'mf-one',
        version,
        files: {
          'assets/entry.js': 'entry()',
          'pages/one.en.html': `<h1>${text}</h1>`,
          'pages/one.de.html': `<h1>${text} auf Deutsch</h1>`,
        },
        prerendered: { '/mf-one': { en: 'pages/one.en.html', de: 'pages/one.de.html' } },
      }),
    )
  const pageOf = async (path: string, locale: string) => {
    const remote = shell.registry.state()?.page.ownerOf(path)
    return remote && (await shell.registry.prerendered(remote, path, locale))?.html
  }
  await publish('1.0.0', 'First')
  expect(await pageOf('/mf-one', 'de')).toBe('<h1>First auf Deutsch</h1>')
  await publish('1.1.0', 'Second')
  expect(await pageOf('/mf-one', 'uk')).toBe('<h1>Second</h1>')
  expect(await pageOf('/mf-one/below', 'en')).toBeUndefined()
  await rollBack(shell.ctx, 'mf-one', 'stable', { who: 'a test' })
  await shell.registry.refresh()
  expect(await pageOf('/mf-one', 'en')).toBe('<h1>First</h1>')
})
