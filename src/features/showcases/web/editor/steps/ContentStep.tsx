import { fields, linkNames, type LinkName } from '#features/showcases/rules/fields.ts'
import { TextField } from '#web/ui/forms/Field.tsx'
import { ImageField } from '#web/ui/upload/ImageField.tsx'
import { PdfField } from '#web/ui/upload/PdfField.tsx'
import { fieldProps, ErrorLine, Place, thumbnailOf } from '#features/showcases/web/editor/fields/Fields.tsx'
import type { Form } from '#features/showcases/web/editor/form.ts'
import { ServicesField } from '#features/showcases/web/editor/fields/ServicesField.tsx'
import type { Editor } from '#features/showcases/web/editor/useEditor.ts'

/** Help and example of each link's field. */
const linkHints: Record<LinkName, { help: string; example: string }> = {
  myfxbook_url: {
    help: 'La verifica esterna, la stessa del profilo: si collega dalla dashboard.',
    example: 'https://www.myfxbook.com/…',
  },
  fxblue_url: { help: 'Un indirizzo di fxblue.com.', example: 'https://www.fxblue.com/…' },
  mql5_signal_url: { help: 'Un indirizzo di mql5.com.', example: 'https://www.mql5.com/…' },
  telegram_url: { help: 'Un indirizzo di t.me o telegram.me.', example: 'https://t.me/…' },
  discord_url: { help: 'Un invito di discord.gg o un indirizzo di discord.com.', example: 'https://discord.gg/…' },
  website_url: { help: 'Il tuo sito, su un indirizzo pubblico.', example: 'https://' },
  broker_referral_url: { help: 'La pagina del broker che consigli, su un indirizzo pubblico.', example: 'https://' },
}

const address = { type: 'url', inputMode: 'url', autoComplete: 'off', spellCheck: false } as const

/** Step 2: where to find the trader elsewhere, and what they offer. */
export function ContentStep({ editor: { form, errors, change } }: { editor: Editor }) {
  const { links, content } = form
  const link = (name: LinkName) => {
    const path = `links.${name}`
    const onText = (typed: string) =>
      change(path, (now) => ({ ...now, links: { ...now.links, [name]: typed === '' ? null : typed } }))
    return fieldProps({ field: fields.links[name], path, value: links[name], error: errors[path], onText })
  }
  const write = (part: Partial<Form['content']>, path: string) =>
    change(path, (now) => ({ ...now, content: { ...now.content, ...part } }))
  const image = (place: number, url: string | null) =>
    change('content.promotional_images', (now) => {
      const images = now.content.promotional_images.map((held, other) => (other === place ? url : held))
      return { ...now, content: { ...now.content, promotional_images: images } }
    })
  /** The error of a picture's place. Empty places are not sent, so an error's index counts the others alone. */
  const imageError = (place: number) => {
    const sent = content.promotional_images.slice(0, place).filter((url) => url !== null).length
    return content.promotional_images[place] === null ? undefined : errors[`content.promotional_images.${sent}`]
  }
  return (
    <div className="grid gap-8">
      <fieldset className="grid gap-4">
        <legend className="editor-legend">Link</legend>
        <div className="editor-pair">
          {linkNames.map((name) => {
            const { help, example } = linkHints[name]
            return <TextField key={name} help={help} placeholder={example} {...address} {...link(name)} />
          })}
        </div>
      </fieldset>
      <fieldset className="grid gap-5">
        <legend className="editor-legend">Contenuti</legend>
        <ServicesField
          services={content.services}
          typed={form.service}
          error={firstOf(errors, 'content.services')}
          onChange={(services, service) =>
            change('content.services', (now) => ({
              ...now,
              service,
              content: { ...now.content, services: [...services] },
            }))
          }
        />
        <TextField
          help="L’indirizzo di un video, per esempio su YouTube o Vimeo."
          placeholder="https://"
          {...address}
          {...fieldProps({
            field: fields.content.video_url,
            path: 'content.video_url',
            value: content.video_url,
            error: errors['content.video_url'],
            onText: (typed) => write({ video_url: typed === '' ? null : typed }, 'content.video_url'),
          })}
        />
        <div>
          <div className="editor-pair">
            {content.promotional_images.map((url, place) => (
              // The key is the place, so that the first place stays the first when it is empty.
              <Place key={place} path={`content.promotional_images.${place}`}>
                <ImageField
                  label={`${fields.content.promotional_images.item.label} ${place + 1}`}
                  value={url}
                  src={thumbnailOf(url)}
                  aspect={16 / 10}
                  shape="rect"
                  to="/api/showcases/upload-image"
                  error={imageError(place)}
                  onChange={(next) => image(place, next)}
                />
              </Place>
            ))}
          </div>
          <ErrorLine text={errors['content.promotional_images']} />
        </div>
        <Place path="content.pdf_download_url">
          <PdfField
            label={fields.content.pdf_download_url.label}
            value={content.pdf_download_url}
            title={content.pdf_title}
            to="/api/showcases/upload-pdf"
            error={errors['content.pdf_download_url']}
            onChange={(url, title) => write({ pdf_download_url: url, pdf_title: title }, 'content.pdf_download_url')}
          />
        </Place>
        {content.pdf_download_url !== null && (
          <TextField
            help="Il nome del file, se non ne scrivi un altro."
            autoComplete="off"
            {...fieldProps({
              field: fields.content.pdf_title,
              path: 'content.pdf_title',
              value: content.pdf_title,
              error: errors['content.pdf_title'],
              onText: (typed) => write({ pdf_title: typed }, 'content.pdf_title'),
            })}
          />
        )}
      </fieldset>
    </div>
  )
}

function firstOf(errors: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.entries(errors).find(([other]) => other === path || other.startsWith(`${path}.`))?.[1]
}
