import { expect, test } from 'vitest'
import { z } from 'zod'
import { brandSettings } from './brand.ts'

const schema = z.object(brandSettings)
const problemOf = (values: object) => schema.safeParse(values).error?.issues[0]?.message

const mark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0h32v32z" fill="#e8a317"/></svg>'

test.each([
  ['a shape', mark],
  [
    'gradients, groups and texts',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox='0 0 8 8'><defs><linearGradient id="a" x1="0" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red"/></linearGradient></defs><g fill="url(#a)" transform="scale(2)"><circle cx="1" cy="1" r="1"/><text x="1" font-size="3">K &amp; <tspan>L</tspan></text></g></svg>`,
  ],
])('accepts a mark with %s', (_what, svg) => {
  expect(schema.parse({ PRODUCT_MARK: svg }).PRODUCT_MARK).toBe(svg)
})

test('removes the declaration and comments of a mark', () => {
  const exported = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made with <love> -->\n${mark}\n`
  expect(schema.parse({ PRODUCT_MARK: exported }).PRODUCT_MARK).toBe(mark)
})

test('adds the namespace, without which browsers draw no image', () => {
  const bare = '<svg viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'
  expect(schema.parse({ PRODUCT_MARK: bare }).PRODUCT_MARK).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>',
  )
})

const inMark = (content: string) => mark.replace('<path', `${content}<path`)

test.each([
  ['<script>alert(1)</script>', '<script>'],
  ['<foreignObject><p/></foreignObject>', '<foreignObject>'],
  ['<use href="#a"/>', '<use>'],
  ['<image x="0" y="0"/>', '<image>'],
  ['<style>*{}</style>', '<style>'],
  ['<a><rect/></a>', '<a>'],
  ['<g onclick="alert(1)"/>', 'onclick'],
  ['<g style="fill:red"/>', 'style'],
  ['<g xlink:href="x"/>', 'xlink:href'],
  ['<g fill="url(https://evil.test/a.svg#x)"/>', 'fill'],
  ['<g fill="u&#114;l(https://evil.test)"/>', 'fill'],
  [String.raw`<g fill="u\72l(https://evil.test)"/>`, 'fill'],
  ['<g fill=red/>', 'well-formed'],
  ['<!DOCTYPE svg><g/>', 'well-formed'],
  ['<![CDATA[<g/>]]>', 'well-formed'],
  ['<text>A & B</text>', 'well-formed'],
  ['<g>', 'has </svg> where </g> should be'],
  ['<svg>', 'has an <svg> that is not closed'],
  ['</g>', 'has </g> where </svg> should be'],
  ['<g><text>K</g></text>', 'has </g> where </text> should be'],
  ['<g></g x="1">', 'has </g x="1"> where </g> should be'],
  ['</svg><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">', 'single'],
  [`<g id="${'x'.repeat(9000)}"/>`, '8192'],
])('refuses a mark with %s', (content, part) => {
  expect(problemOf({ PRODUCT_MARK: inMark(content) })).toContain(part)
})

test('refuses what is not an SVG, a colour or a link', () => {
  expect(problemOf({ PRODUCT_MARK: 'logo.svg' })).toBe('must be an <svg> with a viewBox')
  expect(problemOf({ PRODUCT_ACCENT: 'blue' })).toBe('must look like #2f5fd6')
  expect(problemOf({ TERMS_URL: 'javascript:alert(1)' })).toBe('must be an https:// URL')
  expect(problemOf({ PRODUCT_NAME: 'x'.repeat(41) })).toBe('must have at most 40 characters')
  expect(schema.parse({ SUPPORT_URL: 'mailto:help@acme.test' }).SUPPORT_URL).toBe('mailto:help@acme.test')
})
