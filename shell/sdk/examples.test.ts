import { lazyModules } from 'remote-tools/build/shared'
import { expect, test } from 'vitest'
import { drawn, examples, kitSources, sources, withoutLook } from './examples.ts'

test('has an example for every export', () => {
  const exported = kitSources.flatMap(({ text }) =>
    [
      ...text
        .replaceAll(/\/\*\*.*?\*\//gs, '')
        .matchAll(/^export (?:type )?(?:\{([^}]*)\}|(?:function|interface|const) (\w+))/gm),
    ].flatMap(([, list, name]) =>
      name === undefined
        ? (list ?? '').split(',').map(
            (each) =>
              each
                .trim()
                .split(/ as |\s/)
                .at(-1) ?? '',
          )
        : [name],
    ),
  )
  const missing = exported.filter((name) => name !== '' && !examples.some((example) => example.name === name))
  expect(exported.length).toBeGreaterThan(80)
  expect(missing).toEqual([])
})

test('draws every component in the gallery', () => {
  const components = examples
    .filter(({ name, isType }) => !isType && /^[A-Z]\w*[a-z]/.test(name))
    .map(({ name }) => name)
  const missing = components.filter((name) => !withoutLook.has(name) && !drawn.some((each) => each.name === name))
  expect(components.length).toBeGreaterThan(60)
  expect(missing).toEqual([])
  expect(Object.keys(lazyModules).filter((module) => !Object.hasOwn(sources, module))).toEqual(['kit/graphql'])
})
