import { readFile } from 'node:fs/promises'
import { integrityOf } from 'contract/integrity.ts'
import type { VersionDocument } from 'contract/registry.ts'
import { languages } from 'kit/locale'
import { expect, test } from 'vitest'
import { compressFor } from './compress-for.ts'
import { defaultBrand } from 'service/brand.ts'
import { createDocument } from './document.ts'
import { createLivePage } from 'registry/live/live-page.ts'
import { parseDocument } from 'registry/publish/parse-document.ts'
import { versionKey } from 'registry/live/state.ts'
import { makeVersion } from 'registry/testing/make-version.ts'

/** A typical remote: two routes, a menu item, a container, a first screen and eight catalogues. */
function remote(number: number): VersionDocument {
  const [name, to] = [`mf-area-${number}`, `/area-${number}`]
  const catalogues = Object.fromEntries(languages.map((language) => [language, `assets/locale-${language}-po.js`]))
  const paths = ['assets/entry.js', 'assets/remote.js', 'assets/remote.css', ...Object.values(catalogues)]
  const { document } = makeVersion({
    name,
    version: '1.0.0',
    description: {
      routes: [to, `${to}/settings`].map((path) => ({ path, access: 'user' })),
      navigation: [
        { to, label: Object.fromEntries(languages.map((each) => [each, `Area ${number} (${each})`])), order: number },
      ],
    },
    scripts: ['assets/remote.js'],
    styles: ['assets/remote.css'],
    catalogues,
    files: Object.fromEntries(paths.map((path) => [path, `${name} ${path}`])),
  })
  return parseDocument(document)
}

/** Returns the compressed size of the second remote's page, and the requests it starts at once. */
async function sizeWith(count: number): Promise<{ bytes: number; requests: number }> {
  const template = await readFile(new URL('../src/index.html', import.meta.url), 'utf8')
  const shell = parseDocument(
    makeVersion({ name: 'shell', version: '1.0.0', files: { 'index.html': template } }).document,
  )
  const documents = [shell, ...Array.from({ length: count }, (_, number) => remote(number))]
  const named = {
    channels: documents.map(({ name, version }) => ({
      name,
      version,
      channel: 'stable',
      canary: null,
      percent: 0,
      before: null,
    })),
    versions: new Map(documents.map((document) => [versionKey(document.name, document.version), document])),
    templates: new Map([['1.0.0', { template, bare: template, fileTags: '', css: '' }]]),
  }
  const page = createLivePage(named)
  expect(page.remotes.size).toBe(count)
  const integrity = integrityOf(Buffer.from(page.lock))
  const state = {
    ...named,
    page,
    revision: 1,
    shown: { revision: 1, channels: [], unpublished: [], services: {}, grants: {} },
    unpublished: new Set<string>(),
    services: new Map<string, string>(),
    grants: new Map<string, Set<string>>(),
    signed: new Map(),
    lockFile: { url: `/lock/${'x'.repeat(64)}.json`, integrity },
  }
  const render = createDocument({
    ...defaultBrand,
    AUTH_BASE_PATH: '/api/auth',
    ASSETS_ORIGIN: undefined,
    https: true,
    liveReload: false,
  })
  const rendered = render(state, page.choose(null), {
    pathname: '/area-2/details',
    locale: 'de',
    hasSession: false,
    colorScheme: undefined,
    prerendered: null,
    facts: [],
    requestId: 'x'.repeat(36),
  })
  expect(rendered?.status).toBe(200)
  const html = rendered?.html ?? ''
  const requests = [...html.matchAll(/<(?:link rel="(?:preload|stylesheet)"|script[^>]* src=)/g)].length
  return { bytes: compressFor('br', html).content.length, requests }
}

test('keeps the document under 8 kB with 103 remotes, and its requests constant', async () => {
  const few = await sizeWith(3)
  for (const { bytes, requests } of [await sizeWith(30), await sizeWith(103), await sizeWith(303)]) {
    expect(bytes).toBeLessThan(8000)
    // Random parts (the nonce) compress to one byte more or less.
    expect(bytes - few.bytes).toBeLessThan(20)
    expect(requests).toBe(few.requests)
  }
  // Session, container, module, texts and styles, but nothing of other remotes.
  expect(few.requests).toBe(5)
})
