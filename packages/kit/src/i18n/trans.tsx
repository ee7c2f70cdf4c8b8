import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/** What `<Trans>` compiles to. lingui takes a tag in a value for markup of the text; what people wrote is shown as it is. */
export function Trans({ values, ...props }: TransProps) {
  if (!values) return <LinguiTrans {...props} />
  const shown = Object.entries(values).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    typeof value === 'string' && value.includes('<') ? <>{value}</> : value,
  ])
  return <LinguiTrans {...props} values={Object.fromEntries(shown)} />
}
