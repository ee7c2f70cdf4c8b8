import type { ReactNode } from 'react'

interface TableProps {
  label: string
  columns: readonly { text: string; isNumeric?: boolean }[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** Scrolls sideways in a narrow window. */
export function Table({ label, columns, rows }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by the keyboard
    <section className="kit-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ text, isNumeric }) => (
              <th key={text} scope="col" data-numeric={isNumeric}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map(({ text, isNumeric }, index) => (
                <td key={text} data-numeric={isNumeric}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
