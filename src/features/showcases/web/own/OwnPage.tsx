import { Eye, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import * as format from '#shared/format/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Later } from '#web/ui/Later.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { Analytics } from './Analytics.tsx'
import { awaitsOwner, Messages } from './Messages.tsx'
import { editorAddress, pageAddress, type MyShowcase, type OwnShowcase } from './own-showcase.ts'
import { RemoveButton } from './RemoveButton.tsx'
import { StateNotices } from './StateNotices.tsx'

interface OwnPageProps {
  data: MyShowcase
  showcase: OwnShowcase
  /** Notices about the page itself. */
  children: ReactNode
  onRemoved: () => void
}

/** The moderators' messages come first, then the next step, then the visits. */
export function OwnPage({ data, showcase, children, onRemoved }: OwnPageProps) {
  const messages = <Messages messages={data.moderation_messages} status={showcase.status} />
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui text-ink-2">
        <StatusBadge status={showcase.status} />
        <span>Aggiornata il {format.date(showcase.updated_at)}</span>
      </div>
      <div className="own-head">
        <h1 tabIndex={-1}>{showcase.title === '' ? 'La mia Vetrina' : showcase.title}</h1>
        <div className="own-actions">
          <ButtonLink variant="primary" href={editorAddress()}>
            <Pencil size={16} strokeWidth={1.75} aria-hidden />
            Modifica
          </ButtonLink>
          <ButtonLink href={pageAddress(showcase)}>
            <Eye size={16} strokeWidth={1.75} aria-hidden />
            Anteprima Pubblica
          </ButtonLink>
          <RemoveButton showcaseId={showcase.showcase_id} onRemoved={onRemoved} />
        </div>
      </div>
      <div className="mt-6 grid gap-4 empty:hidden">
        {children}
        {awaitsOwner(showcase.status) && messages}
        <StateNotices data={data} showcase={showcase} />
      </div>
      <Later height="h-[640px]">
        <Analytics kpi={data.kpi} isPublic={showcase.is_public} />
      </Later>
      {!awaitsOwner(showcase.status) && messages}
    </main>
  )
}
