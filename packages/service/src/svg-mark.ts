import { z } from 'zod'

const shapes =
  'svg g path circle ellipse rect line polyline polygon defs linearGradient radialGradient stop clipPath mask title text tspan'
const elements = new Set(shapes.split(' '))

/** Everything else could run, load or link something: `href`, `style`, event handlers. */
const attribute =
  /^(xmlns|id|viewBox|width|height|d|points|[cfr]?[xy][12]?|r|role|offset|transform|gradient\w+|opacity|(fill|stroke|stop|clip|mask|font|text|dominant|letter)(-[a-z-]+)?)$/

const tag = /<(\/?)([\w:-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g
const foreignUrl = /url\s*\((?!\s*['"]?#)|[\\]|&/i

const namespace = 'xmlns="http://www.w3.org/2000/svg"'

const maxLength = 8192

/** An SVG of shapes. Comments and the XML declaration are removed; images need the namespace. */
export const svgMark = z.string().transform((given, context) => {
  const text = given
    .replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .trim()
  const problem = findProblem(text)
  if (problem) context.addIssue(problem)
  return text.includes(namespace) ? text : text.replace('<svg', `<svg ${namespace}`)
})

function findProblem(text: string): string | undefined {
  if (!/^<svg\s[^>]*\bviewBox=/.test(text) || !text.endsWith('</svg>')) return 'must be an <svg> with a viewBox'
  if (text.length > maxLength) return `must have at most ${maxLength} characters`
  if (/[<>]|&(?!(amp|lt|gt|quot|apos);)/.test(text.replaceAll(tag, '')))
    return 'is not well-formed SVG, or contains more than shapes'
  const open: string[] = []
  for (const found of text.matchAll(tag)) {
    const [, end, name = '', attributes = '', isEmpty] = found
    if (open.length === 0 && found.index > 0) return 'must be a single <svg>'
    const expected = end && `</${open.pop()}>`
    if (expected && found[0].replaceAll(/\s/g, '') !== expected) return `has ${found[0]} where ${expected} should be`
    if (!end && !isEmpty) open.push(name)
    if (!elements.has(name))
      return `contains <${name}>, but only shapes are allowed; simplify it, for example with svgo`
    for (const [, key = '', value = ''] of attributes.matchAll(/([\w:-]+)\s*=\s*("[^"]*"|'[^']*')/g))
      if (!attribute.test(key) || foreignUrl.test(value))
        return `contains the attribute ${key}=${value.slice(0, 40)}, which is not allowed; simplify it, for example with svgo`
  }
  return open.length > 0 ? 'has an <svg> that is not closed' : undefined
}
