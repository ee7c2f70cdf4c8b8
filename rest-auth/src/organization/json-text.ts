// Joins JSON of PostgreSQL without parsing it (decision 022).
type Fields = readonly (readonly [name: string, json: string | undefined])[]

export const fieldsText = (fields: Fields): string =>
  fields.flatMap(([name, json]) => (json === undefined ? [] : [`"${name}":${json}`])).join(',')

export const arrayText = (items: readonly string[]): string => `[${items.join(',')}]`

/** `object` must not be empty. */
export function withFields(object: string, fields: Fields): string {
  const further = fieldsText(fields)
  return further === '' ? object : `${object.slice(0, -1)},${further}}`
}
