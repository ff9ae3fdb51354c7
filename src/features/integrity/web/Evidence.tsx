import { evidenceParts, type EvidenceWords, type Shown } from './evidence.ts'

/** The evidence of a finding in readable figures. */
export function Evidence({ evidence, ...words }: { evidence: Record<string, unknown> } & EvidenceWords) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {evidenceParts(evidence, words).map(({ title, rows }) => (
        <section key={title} className="text-ui">
          <p className="text-label font-semibold text-ink-3">{title}</p>
          <dl>
            {rows.map(({ term, value }, index) => (
              <div
                key={`${term} ${index}`}
                className={`border-b border-line py-2 last:border-b-0 ${value.kind === 'text' ? 'flex justify-between gap-4' : ''}`}
              >
                <dt className="text-ink-3">{term}</dt>
                <dd className={value.kind === 'text' ? 'text-right font-medium [overflow-wrap:anywhere]' : 'mt-1'}>
                  <Value value={value} label={term} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function Value({ value, label }: { value: Shown; label: string }) {
  if (value.kind === 'text') return value.text
  const scrolls = value.columns.length > 2
  return (
    <section className="overflow-x-auto" {...(scrolls && { tabIndex: 0, 'aria-label': label })}>
      <table className="table">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {value.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {value.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={value.columns[column]} className="whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
