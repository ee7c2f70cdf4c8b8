import type { AtRule } from 'postcss'

/** The name that an at-rule defines. */
export function nameOf(rule: AtRule): string {
  if (rule.name !== 'font-face') return rule.params
  const family = rule.nodes?.find((node) => node.type === 'decl' && node.prop.toLowerCase() === 'font-family')
  return family?.type === 'decl' ? family.value.replaceAll(/["']/g, '') : ''
}
