import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

test('names a version of every image that others build', () => {
  const files = globSync(['Containerfile', 'deploy/**/*.yaml', 'docs/**/*.{md,yml}', '.github/**/*.yml'], { cwd: root })
  const images = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^\s*(?:- )?(?:image:|FROM) +(\S+)/gm)].map(
      ([, image]) => image,
    ),
  )
  expect(images.length).toBeGreaterThan(5)
  expect(images.filter((image) => !/:v?\d[^/]*$/.test(image ?? '') && image !== 'accounts')).toEqual([])
})
