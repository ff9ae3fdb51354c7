import { Plus } from 'lucide-react'
import { type CtaStyle, fields, LINK_MAX, styleLabels } from '#features/showcases/rules/fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { fieldProps, ErrorLine, Place } from './Fields.tsx'
import { rowOf, type CtaButton, type Row } from '#features/showcases/web/editor/form.ts'
import { RowActions, Undo } from './RowParts.tsx'
import type { Editor } from '#features/showcases/web/editor/useEditor.ts'
import { useRows } from './useRows.ts'

const offered = ['primary', 'secondary', 'success'] as const
const { label: title, row: rowLabel, most, fields: cells } = fields.cta_buttons

/** Step 3, first half: the buttons for visitors who want to copy the trader. */
export function CtaList({ editor: { form, errors, change } }: { editor: Editor }) {
  const { cta_buttons: rows } = form
  const put = (next: Row<CtaButton>[]) => change('cta_buttons', (now) => ({ ...now, cta_buttons: next }))
  const { root, removed, announcement, move, remove, undo, add } = useRows<CtaButton>(rows, put, {
    name: (row, place) => `${rowLabel} ${place + 1}${quoted(row.text)}`,
  })
  const write = (key: string, path: string, part: Partial<CtaButton>) =>
    change(path, (now) => ({
      ...now,
      cta_buttons: now.cta_buttons.map((row) => (row.key === key ? { ...row, ...part } : row)),
    }))
  const isFull = rows.length >= most
  return (
    <section ref={root} aria-labelledby="cta-titolo">
      <h3 id="cta-titolo">{title}</h3>
      <p className="mt-1 text-ui text-ink-2">
        In pubblico compaiono solo quelli con testo e indirizzo, sotto “Inizia a Copiare” e in questo ordine.
      </p>
      <Place path="cta_buttons">
        <ol className="mt-4 grid gap-4">
          {rows.map((row, index) => {
            const path = (field: string) => `cta_buttons.${index}.${field}`
            return (
              <li key={row.key} data-row={row.key} className="editor-row">
                <div className="editor-row-head">
                  <b>
                    {rowLabel} {index + 1}
                  </b>
                  <RowActions
                    name={`${rowLabel} ${index + 1}`}
                    isFirst={index === 0}
                    isLast={index === rows.length - 1}
                    onMove={(act) => move(index, act)}
                    onRemove={() => remove(index)}
                  />
                </div>
                <div className="editor-cta">
                  <TextField
                    help={`Da ${cells.text.min} a ${cells.text.max} caratteri.`}
                    autoComplete="off"
                    {...fieldProps({
                      field: cells.text,
                      path: path('text'),
                      value: row.text,
                      error: errors[path('text')],
                      onText: (typed) => write(row.key, path('text'), { text: typed }),
                    })}
                  />
                  <SelectField
                    label={cells.style.label}
                    name={path('style')}
                    value={row.style}
                    error={errors[path('style')]}
                    onChange={({ target }) => write(row.key, path('style'), { style: target.value as CtaStyle })}
                  >
                    {[...offered, ...(row.style === 'other' ? (['other'] as const) : [])].map((style) => (
                      <option key={style} value={style}>
                        {styleLabels[style]}
                      </option>
                    ))}
                  </SelectField>
                  <div className="editor-wide">
                    <TextField
                      type="url"
                      inputMode="url"
                      autoComplete="off"
                      spellCheck={false}
                      placeholder="https://"
                      help={`Almeno ${cells.url.min} caratteri. Vuoto: il pulsante non compare.`}
                      {...fieldProps({
                        field: cells.url,
                        path: path('url'),
                        value: row.url,
                        max: LINK_MAX,
                        error: errors[path('url')],
                        onText: (typed) => write(row.key, path('url'), { url: typed === '' ? null : typed }),
                      })}
                    />
                  </div>
                </div>
              </li>
            )
          })}
        </ol>
      </Place>
      <ErrorLine text={errors['cta_buttons']} />
      {removed !== null && <Undo text={`Pulsante${quoted(removed.row.text)} tolto.`} onUndo={undo} />}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button disabled={isFull} onClick={() => add(rowOf({ text: '', url: null, style: 'secondary' }))}>
          <Plus size={16} strokeWidth={1.75} aria-hidden />
          Aggiungi pulsante
        </Button>
        {isFull && <span className="text-label text-ink-3">Al massimo {most} pulsanti.</span>}
      </div>
      <output className="sr-only">{announcement}</output>
    </section>
  )
}

const quoted = (words: string) => (words.trim() === '' ? '' : ` “${words.trim()}”`)
