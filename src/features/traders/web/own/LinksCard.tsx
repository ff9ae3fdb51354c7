import { CopyCheck, Crown, Globe, Landmark, Link2, Lock } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { traderLinkMaximum, type TraderLink } from '#shared/text/links.ts'
import * as format from '#shared/format/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { BrandIcon } from '#web/ui/BrandIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { shownLink, type StoredLinks } from './links-draft.ts'
import { useLinksForm } from './useLinksForm.ts'

interface LinksCardProps {
  traderId: string
  stored: StoredLinks
  /** The place allows setting links. */
  canEdit: boolean
  /** The place and the number of ranked traders, for a trader who may not set links. */
  rank: number | null
  ranked: number | null
  /** The account's ownership is proven: without it the links are not public. */
  isPublic: boolean
  /** A refused or saved call: the known place may be outdated. */
  onSaved: (links: StoredLinks) => void
  onRefused: () => void
  host: string
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const shown: readonly { name: TraderLink; label: string; icon: ReactNode }[] = [
  { name: 'copy_trading', label: 'Copy trading', icon: <CopyCheck {...icon} /> },
  { name: 'telegram', label: 'Telegram', icon: <BrandIcon brand="telegram" /> },
  { name: 'instagram', label: 'Instagram', icon: <BrandIcon brand="instagram" /> },
  { name: 'twitter', label: 'Twitter', icon: <BrandIcon brand="twitter" /> },
  { name: 'tiktok', label: 'TikTok', icon: <BrandIcon brand="tiktok" /> },
  { name: 'website', label: 'Sito web', icon: <Globe {...icon} /> },
]
/** Stored, but not public. */
const hidden: typeof shown = [
  { name: 'facebook', label: 'Facebook', icon: <Link2 {...icon} /> },
  { name: 'broker', label: 'Broker', icon: <Landmark {...icon} /> },
]

/** Links of the profile. The first three set them; all others read why they may not. */
export function LinksCard(props: LinksCardProps) {
  const { stored, canEdit } = props
  const element = useRef<HTMLFormElement>(null)
  const form = useLinksForm(props, element)
  const hasLinks = [...shown, ...hidden].some(({ name }) => stored[name] !== null)
  const field = (one: (typeof shown)[number]) => (
    <LinkField
      key={one.name}
      {...one}
      value={shownLink(stored, form.typed, one.name)}
      error={form.errors[one.name]}
      readOnly={!canEdit}
      onChange={(text) => form.write(one.name, text)}
    />
  )
  const isHiddenOpen = hidden.some(({ name }) => shownLink(stored, form.typed, name) !== '')
  return (
    <Panel
      title="Link del trader"
      end={
        <Badge tone="brass" icon={canEdit ? <Crown size={12} strokeWidth={2} /> : <Lock size={12} strokeWidth={2} />}>
          Riservato ai primi 3
        </Badge>
      }
    >
      {!canEdit && <Reason {...props} isDirty={form.isDirty} />}
      {(canEdit || hasLinks || form.isDirty) && (
        <form
          className="mt-1 grid gap-4"
          noValidate
          ref={element}
          onSubmit={(event) => {
            event.preventDefault()
            form.save()
          }}
        >
          {form.refusal !== null && (
            <Alert tone="danger" lead="Link non salvati." live>
              {form.refusal}
            </Alert>
          )}
          <div className="grid grid-cols-2 gap-x-5 gap-y-4 max-[820px]:grid-cols-1">{shown.map(field)}</div>
          <details open={isHiddenOpen || undefined}>
            <summary className="min-h-6 text-ui text-accent underline decoration-1 underline-offset-[3px]">
              Altri link, che il profilo non mostra
            </summary>
            <div className="mt-3 grid grid-cols-2 gap-x-5 gap-y-4 max-[820px]:grid-cols-1">{hidden.map(field)}</div>
          </details>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-[420px] text-ui text-ink-2">{canEdit && <WhereShown isPublic={props.isPublic} />}</p>
            {canEdit && (
              <Button type="submit" variant="primary" busy={form.isBusy && 'Salvataggio...'}>
                Salva i link
              </Button>
            )}
          </div>
        </form>
      )}
    </Panel>
  )
}

function WhereShown({ isPublic }: { isPublic: boolean }) {
  if (isPublic) return 'Compaiono sul profilo finché resti tra i primi tre.'
  return (
    <>
      Compaiono sul profilo finché resti tra i primi tre, e solo con la titolarità del conto provata.{' '}
      <a href="#verifica">Come si prova</a>
    </>
  )
}

/** The reason why links cannot be set, and the missing conditions. */
function Reason({ rank, ranked, isPublic, isDirty }: LinksCardProps & { isDirty: boolean }) {
  const place =
    rank === null
      ? 'Ora non sei in classifica.'
      : `Ora sei alla ${format.count(rank)}ª posizione${ranked === null ? '' : ` su ${format.count(ranked)}`}.`
  return (
    <div className="grid gap-3 text-ui">
      <p>
        Quando entri tra i primi tre puoi mostrare sul profilo copy trading, Telegram e i tuoi social.{' '}
        <span className="text-ink-2">
          {place}
          {!isPublic && (
            <>
              {' '}
              Per mostrarli serve anche la titolarità del conto provata. <a href="#verifica">Come si prova</a>
            </>
          )}
        </span>
      </p>
      {isDirty && (
        <Alert tone="warn" lead="Quello che hai scritto non è salvato.">
          Resta qui finché la pagina è aperta: lo salvi quando torni tra i primi tre.
        </Alert>
      )}
    </div>
  )
}

interface LinkFieldProps {
  name: TraderLink
  label: string
  icon: ReactNode
  value: string
  error: string | undefined
  /** Read-only and readable: a writer keeps the focus and the text. */
  readOnly: boolean
  onChange: (text: string) => void
}

function LinkField({ name, label, icon: mark, value, error, readOnly, onChange }: LinkFieldProps) {
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <span className="relative block">
          <span className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-2">{mark}</span>
          <input
            {...wiring}
            className={`input !pl-9 ${readOnly ? '!bg-sunken' : ''}`}
            type="url"
            inputMode="url"
            name={name}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            maxLength={traderLinkMaximum}
            value={value}
            readOnly={readOnly}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  )
}
