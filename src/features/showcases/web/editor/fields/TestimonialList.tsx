import { Plus } from 'lucide-react'
import { fields } from '#features/showcases/rules/fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField, TextField } from '#web/ui/forms/Field.tsx'
import { ImageField } from '#web/ui/upload/ImageField.tsx'
import { fieldProps, ErrorLine, Place, thumbnailOf } from './Fields.tsx'
import { rowOf, type Row, type Testimonial } from '#features/showcases/web/editor/form.ts'
import { RowActions, Undo } from './RowParts.tsx'
import type { Editor } from '#features/showcases/web/editor/useEditor.ts'
import { useRows } from './useRows.ts'

const { label: title, row: rowLabel, most, fields: cells } = fields.testimonials
const emptyTestimonial: Testimonial = { author_name: '', content: '', image_url: null }
const named = (author: string) => (author.trim() === '' ? '' : ` di ${author.trim()}`)

/** Step 3, second half: testimonials, and the note that the trader entered them. */
export function TestimonialList({ editor: { form, errors, change } }: { editor: Editor }) {
  const { testimonials: rows } = form
  const put = (next: Row<Testimonial>[]) => change('testimonials', (now) => ({ ...now, testimonials: next }))
  const { root, removed, announcement, move, remove, undo, add } = useRows<Testimonial>(rows, put, {
    name: (row, place) => `${rowLabel} ${place + 1}${named(row.author_name)}`,
  })
  const write = (key: string, path: string, part: Partial<Testimonial>) =>
    change(path, (now) => ({
      ...now,
      testimonials: now.testimonials.map((row) => (row.key === key ? { ...row, ...part } : row)),
    }))
  const isFull = rows.length >= most
  return (
    <section ref={root} aria-labelledby="testimonianze-titolo">
      <h3 id="testimonianze-titolo">{title}</h3>
      <p className="mt-1 text-ui text-ink-2">In pubblico compaiono con la dicitura “fornita dal trader”.</p>
      <Place path="testimonials">
        <ol className="mt-4 grid gap-4 empty:hidden">
          {rows.map((row, index) => {
            const path = (field: string) => `testimonials.${index}.${field}`
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
                <div className="grid gap-4">
                  <TextField
                    help="Vuoto: “Anonimo”."
                    autoComplete="off"
                    {...fieldProps({
                      field: cells.author_name,
                      path: path('author_name'),
                      value: row.author_name,
                      error: errors[path('author_name')],
                      onText: (typed) => write(row.key, path('author_name'), { author_name: typed }),
                    })}
                  />
                  <TextAreaField
                    rows={3}
                    help="Vuoto: “Recensione”. Parole sue, con il suo permesso."
                    {...fieldProps({
                      field: cells.content,
                      path: path('content'),
                      value: row.content,
                      error: errors[path('content')],
                      onText: (typed) => write(row.key, path('content'), { content: typed }),
                    })}
                  />
                  <Place path={path('image_url')}>
                    <ImageField
                      label={`${cells.image_url.label} (facoltativa)`}
                      value={row.image_url}
                      src={thumbnailOf(row.image_url)}
                      aspect={1}
                      shape="round"
                      to="/api/showcases/upload-image"
                      error={errors[path('image_url')]}
                      onChange={(url) => write(row.key, path('image_url'), { image_url: url })}
                    />
                  </Place>
                </div>
              </li>
            )
          })}
        </ol>
      </Place>
      <ErrorLine text={errors['testimonials']} />
      {removed !== null && <Undo text={`Testimonianza${named(removed.row.author_name)} tolta.`} onUndo={undo} />}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button disabled={isFull} onClick={() => add(rowOf(emptyTestimonial))}>
          <Plus size={16} strokeWidth={1.75} aria-hidden />
          Aggiungi testimonianza
        </Button>
        {isFull && <span className="text-label text-ink-3">Al massimo {most} testimonianze.</span>}
      </div>
      <output className="sr-only">{announcement}</output>
    </section>
  )
}
