import { fields } from '#features/showcases/rules/fields.ts'
import { TextAreaField, TextField } from '#web/ui/forms/Field.tsx'
import { ImageField } from '#web/ui/upload/ImageField.tsx'
import { fieldProps, Place, thumbnailOf } from './Fields.tsx'
import type { Testimonial } from '#features/showcases/web/editor/form.ts'
import { RowList } from './RowList.tsx'
import type { Editor } from '#features/showcases/web/editor/useEditor.ts'

const { label: title, row: rowLabel, most, fields: cells } = fields.testimonials
const emptyTestimonial: Testimonial = { author_name: '', content: '', image_url: null }
const named = (author: string) => (author.trim() === '' ? '' : ` di ${author.trim()}`)

/** Step 3, second half: testimonials, and the note that the trader entered them. */
export function TestimonialList({ editor }: { editor: Editor }) {
  return (
    <RowList<Testimonial>
      editor={editor}
      list="testimonials"
      rows={editor.form.testimonials}
      most={most}
      put={(change, path) => editor.change(path, (now) => ({ ...now, testimonials: change(now.testimonials) }))}
      id="testimonianze-titolo"
      title={title}
      note="In pubblico compaiono con la dicitura «fornita dal trader»."
      rowLabel={rowLabel}
      named={({ author_name: author }) => named(author)}
      removedText={(name) => `Testimonianza${name} tolta.`}
      addLabel="Aggiungi testimonianza"
      fullText={`Al massimo ${most} testimonianze.`}
      empty={emptyTestimonial}
      listClass=" empty:hidden"
    >
      {(row, field) => (
        <div className="grid gap-4">
          <TextField
            help="Vuoto: «Anonimo»."
            autoComplete="off"
            {...fieldProps({
              field: cells.author_name,
              path: field('author_name').path,
              value: row.author_name,
              error: field('author_name').error,
              onText: (typed) => field('author_name').write({ author_name: typed }),
            })}
          />
          <TextAreaField
            rows={3}
            help="Vuoto: «Recensione». Parole sue, con il suo permesso."
            {...fieldProps({
              field: cells.content,
              path: field('content').path,
              value: row.content,
              error: field('content').error,
              onText: (typed) => field('content').write({ content: typed }),
            })}
          />
          <Place path={field('image_url').path}>
            <ImageField
              label={`${cells.image_url.label} (facoltativa)`}
              value={row.image_url}
              src={thumbnailOf(row.image_url)}
              aspect={1}
              shape="round"
              to="/api/showcases/upload-image"
              error={field('image_url').error}
              onChange={(url) => field('image_url').write({ image_url: url })}
            />
          </Place>
        </div>
      )}
    </RowList>
  )
}
