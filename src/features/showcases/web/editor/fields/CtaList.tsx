import { type CtaStyle, fields, LINK_MAX, styleLabels } from '#features/showcases/rules/fields.ts'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { fieldProps } from './Fields.tsx'
import type { CtaButton } from '#features/showcases/web/editor/form.ts'
import { RowList } from './RowList.tsx'
import type { Editor } from '#features/showcases/web/editor/useEditor.ts'

const offered = ['primary', 'secondary', 'success'] as const
const { label: title, row: rowLabel, most, fields: cells } = fields.cta_buttons

/** Step 3, first half: the buttons for visitors who want to copy the trader. */
export function CtaList({ editor }: { editor: Editor }) {
  return (
    <RowList<CtaButton>
      editor={editor}
      list="cta_buttons"
      rows={editor.form.cta_buttons}
      most={most}
      put={(change, path) => editor.change(path, (now) => ({ ...now, cta_buttons: change(now.cta_buttons) }))}
      id="cta-titolo"
      title={title}
      note="In pubblico compaiono solo quelli con testo e indirizzo, sotto «Inizia a Copiare» e in questo ordine."
      rowLabel={rowLabel}
      named={({ text }) => quoted(text)}
      removedText={(name) => `Pulsante${name} tolto.`}
      addLabel="Aggiungi pulsante"
      fullText={`Al massimo ${most} pulsanti.`}
      empty={{ text: '', url: null, style: 'secondary' }}
    >
      {(row, field) => (
        <div className="editor-cta">
          <TextField
            help={`Da ${cells.text.min} a ${cells.text.max} caratteri.`}
            autoComplete="off"
            {...fieldProps({
              field: cells.text,
              path: field('text').path,
              value: row.text,
              error: field('text').error,
              onText: (typed) => field('text').write({ text: typed }),
            })}
          />
          <SelectField
            label={cells.style.label}
            name={field('style').path}
            value={row.style}
            error={field('style').error}
            onChange={({ target }) => field('style').write({ style: target.value as CtaStyle })}
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
                path: field('url').path,
                value: row.url,
                max: LINK_MAX,
                error: field('url').error,
                onText: (typed) => field('url').write({ url: typed === '' ? null : typed }),
              })}
            />
          </div>
        </div>
      )}
    </RowList>
  )
}

const quoted = (words: string) => (words.trim() === '' ? '' : ` «${words.trim()}»`)
