// @vitest-environment node
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { translateLabels } from './labels.ts'

const publish = async (label: Record<string, string>, key = 'label'): Promise<unknown> => {
  const catalogues = await mkdtemp(join(tmpdir(), 'labels-'))
  await writeFile(join(catalogues, 'de.po'), 'msgid "Invoices"\nmsgstr "Rechnungen"\n')
  await writeFile(join(catalogues, 'pl.po'), 'msgid "Invoices"\nmsgstr ""\n')
  const item = { to: '/one', label: { en: 'One' }, order: 1, [key]: label }
  const description = { name: 'mf-one', routes: [], navigation: [item] }
  const published = await translateLabels(JSON.stringify(description), catalogues)
  await rm(catalogues, { recursive: true })
  return JSON.parse(published).navigation[0][key]
}

test('adds translations of labels from the catalogues', async () => {
  expect(await publish({ en: 'Invoices' })).toEqual({ en: 'Invoices', de: 'Rechnungen' })
  expect(await publish({ en: 'Invoices' }, 'group')).toEqual({ en: 'Invoices', de: 'Rechnungen' })
})

test('keeps translations that remote.json contains', async () => {
  expect(await publish({ en: 'Invoices', de: 'Faktura' })).toEqual({ en: 'Invoices', de: 'Faktura' })
})
