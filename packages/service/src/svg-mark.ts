import { z } from 'zod'

const shapes =
  'svg g path circle ellipse rect line polyline polygon defs linearGradient radialGradient stop clipPath mask title text tspan'
const elements = new Set(shapes.split(' '))

/** Everything else could run, load or link something: `href`, `style`, event handlers. */
const attribute =
  /^(xmlns|id|viewBox|width|height|d|points|[cfr]?[xy][12]?|r|role|offset|transform|gradient\w+|opacity|(fill|stroke|stop|clip|mask|font|text|dominant|letter)(-[a-z-]+)?)$/

const tag = /<(\/?)([\w:-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g
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
  if (/[<>]/.test(text.replaceAll(tag, ''))) return 'is not well-formed SVG, or contains more than shapes'
  for (const [, , name = '', attributes = ''] of text.matchAll(tag)) {
    if (!elements.has(name))
      return `contains <${name}>, but only shapes are allowed; simplify it, for example with svgo`
    for (const [, key = '', value = ''] of attributes.matchAll(/([\w:-]+)\s*=\s*("[^"]*"|'[^']*')/g))
      if (!attribute.test(key) || foreignUrl.test(value))
        return `contains the attribute ${key}=${value.slice(0, 40)}, which is not allowed; simplify it, for example with svgo`
  }
  return undefined
}
