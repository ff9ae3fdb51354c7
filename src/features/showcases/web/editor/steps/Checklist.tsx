import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import * as format from '#shared/format/format.ts'
import { graphemes } from '#shared/text/graphemes.ts'
import { inOrder, type FieldErrors } from '#features/showcases/web/editor/checks.ts'

interface Item {
  title: string
  /** The path to which "Modifica" leads. */
  path: string
  tone: 'ok' | 'warn' | 'danger'
  text: string
}

const marks = { ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert }
const states = { ok: 'in ordine', warn: 'da guardare', danger: 'da correggere' }

const listed = (parts: readonly (string | false)[]) => parts.filter((part) => part !== false).join(', ')

/** The parts of a content: present, missing or invisible. @param errors the reasons against a submission */
export function checklist(content: ShowcaseContent, errors: FieldErrors): Item[] {
  const items = [profileItem(content), contentItem(content), buttonsItem(content), testimonialsItem(content)]
  const broken = inOrder(errors)
  return items.map((item) => {
    const own = broken.filter(({ path }) => item.groups.includes(path.split('.')[0] ?? ''))
    const { groups: _, ...rest } = item
    if (own.length === 0) return rest
    const text = own.map(({ word, sentence }) => `${word}: ${sentence}`).join(' · ')
    return { ...rest, tone: 'danger', text, path: own[0]?.path ?? rest.path }
  })
}

type Grouped = Item & { groups: string[] }

function profileItem({ profile }: ShowcaseContent): Grouped {
  const size = format.counted(graphemes(profile.description.trim()), 'carattere', 'caratteri')
  const text = listed(['Nome', 'sottotitolo', `descrizione di ${size}`])
  return { title: 'Profilo', path: 'profile.display_name', tone: 'ok', text, groups: ['profile'] }
}

function contentItem({ links, content }: ShowcaseContent): Grouped {
  const linked = Object.values(links).filter((url) => url !== null).length
  const images = content.promotional_images.length
  const services = content.services.length
  const text = listed([
    linked > 0 && `${linked} link`,
    services > 0 && format.counted(services, 'servizio', 'servizi'),
    images > 0 && format.counted(images, 'immagine', 'immagini'),
    content.video_url !== null && '1 video',
    content.pdf_download_url !== null && 'guida PDF',
  ])
  return {
    title: 'Contenuti',
    path: 'links.myfxbook_url',
    tone: 'ok',
    text: text === '' ? 'Nessuno: sono facoltativi' : text,
    groups: ['links', 'content'],
  }
}

function buttonsItem({ cta_buttons: buttons }: ShowcaseContent): Grouped {
  const item = { title: 'Call to Action', path: 'cta_buttons', groups: ['cta_buttons'] }
  const hidden = buttons.flatMap(({ text, url }, index) => {
    const name = text.trim() === '' ? `Il pulsante ${index + 1}` : `«${text.trim()}»`
    const missing = [text.trim() === '' && 'un testo', url === null && 'un indirizzo'].filter((part) => part !== false)
    return missing.length === 0 ? [] : [`${name} non ha ${missing.join(' né ')}: non comparirà`]
  })
  if (hidden.length > 0) return { ...item, tone: 'warn', text: hidden.join(' · ') }
  if (buttons.length === 0)
    return { ...item, tone: 'warn', text: 'Nessun pulsante: chi vuole copiare non sa dove andare' }
  return { ...item, tone: 'ok', text: format.counted(buttons.length, 'pulsante', 'pulsanti') }
}

function testimonialsItem({ testimonials }: ShowcaseContent): Grouped {
  const item = { title: 'Testimonianze', path: 'testimonials', groups: ['testimonials'] }
  const empty = testimonials.findIndex(({ content }) => content.trim() === '')
  if (empty !== -1) {
    return { ...item, tone: 'warn', text: `La ${empty + 1}ª non ha testo: comparirà come «Recensione»` }
  }
  const text =
    testimonials.length === 0
      ? 'Nessuna: sono facoltative'
      : format.counted(testimonials.length, 'testimonianza', 'testimonianze')
  return { ...item, tone: 'ok', text }
}

interface ChecklistProps {
  items: readonly Item[]
  onEdit: (path: string) => void
}

export function Checklist({ items, onEdit }: ChecklistProps) {
  return (
    <ul className="editor-list">
      {items.map(({ title, path, tone, text }) => {
        const Mark = marks[tone]
        return (
          <li key={title}>
            <Mark className={`is-${tone}`} size={18} strokeWidth={1.75} aria-hidden />
            <div>
              <b>
                {title}
                <span className="sr-only">, {states[tone]}</span>
              </b>
              <p className="[overflow-wrap:anywhere]">{text}</p>
            </div>
            <button
              type="button"
              className="btn btn-text btn-sm"
              aria-label={`Modifica: ${title}`}
              onClick={() => onEdit(path)}
            >
              Modifica
            </button>
          </li>
        )
      })}
    </ul>
  )
}
