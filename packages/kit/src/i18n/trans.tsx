import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

// lingui's `Trans` treats tags in values as markup. User input must stay text.
export function Trans({ values, ...props }: TransProps) {
  if (!values) return <LinguiTrans {...props} />
  const shown = Object.entries(values).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    typeof value === 'string' && value.includes('<') ? <>{value}</> : value,
  ])
  return <LinguiTrans {...props} values={Object.fromEntries(shown)} />
}
