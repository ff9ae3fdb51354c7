import { CalendarClock, Gem, Link2, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { subscribeAddress } from '#features/subscriptions/plan-names.ts'
import * as format from '#shared/format/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Band } from '../Band.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { Messages } from './Messages.tsx'
import { editorAddress, type MyShowcase } from './own-showcase.ts'
import { Frame } from './States.tsx'

interface CardProps {
  /** The seed of the band: the username. */
  seed: string
  badge?: ReactNode
  title: string
  text: string
  /** Content under the card. */
  below?: ReactNode
  children: ReactNode
}

/** The reason why there is no showcase to show, under an engraved band. */
function Card({ seed, badge, title, text, below, children }: CardProps) {
  return (
    <Frame wide>
      <section className="own-card" aria-label={title}>
        <div className="own-card-band">
          <Band seed={seed} ground="ink" fine />
        </div>
        <div className="own-card-body">
          {badge}
          <h2>{title}</h2>
          <p className="max-w-[520px] text-ink-2">{text}</p>
          <div className="mt-3 flex flex-wrap gap-3">{children}</div>
        </div>
      </section>
      {below}
    </Frame>
  )
}

const plans = (
  <ButtonLink size="lg" href="/?view=diamond-info">
    Vedi i piani
  </ButtonLink>
)

/** The texts for a showcase that was public, one that never was, and none. */
function suspended(showcase: MyShowcase['showcase']): { title: string; text: string } {
  if (showcase === null)
    return { title: 'Il tuo Diamond è scaduto', text: 'Rinnova Diamond per creare la tua vetrina.' }
  if (showcase.published_version !== null) {
    return {
      title: 'La tua vetrina è sospesa',
      text: 'Testi, immagini e statistiche sono al sicuro. Rinnova Diamond e la vetrina torna online così com’era.',
    }
  }
  return {
    title: 'La tua vetrina è in pausa',
    text: 'Testi e immagini sono al sicuro. La vetrina non è ancora stata online: rinnova Diamond e riprendi da dove eri. Andrà online dopo l’approvazione.',
  }
}

/** Shown where Diamond has ended: nothing is lost, and nothing is public. */
export function ExpiredCard({ data, remove }: { data: MyShowcase; remove: ReactNode }) {
  const { showcase } = data
  return (
    <Card
      seed={data.trader_info.username}
      badge={
        <p className="flex flex-wrap gap-2">
          <Badge tone="warn" icon={<CalendarClock size={13} strokeWidth={2} aria-hidden />}>
            Diamond scaduto il {format.date(data.diamond_status.expired_date)}
          </Badge>
          {showcase && <StatusBadge status={showcase.status} />}
        </p>
      }
      {...suspended(showcase)}
      below={
        showcase && (
          <div className="mt-6">
            <Messages messages={data.moderation_messages} status={showcase.status} />
          </div>
        )
      }
    >
      <ButtonLink variant="primary" size="lg" href={subscribeAddress('diamond')}>
        <Gem size={18} strokeWidth={1.75} aria-hidden />
        Rinnova Diamond
      </ButtonLink>
      {plans}
      {remove}
    </Card>
  )
}

export function AccountCard({ seed }: Pick<CardProps, 'seed'>) {
  return (
    <Card
      seed={seed}
      title="Account richiesto"
      text="La vetrina mostra i risultati del tuo conto: collega MetaTrader 4 o 5 con l’Expert Advisor. La prima sincronizzazione arriva in pochi minuti."
    >
      <ButtonLink variant="primary" size="lg" href="/?view=dashboard#expert-advisor">
        <Link2 size={18} strokeWidth={1.75} aria-hidden />
        Collega il conto
      </ButtonLink>
    </Card>
  )
}

export function Paywall({ seed }: Pick<CardProps, 'seed'>) {
  return (
    <Card
      seed={seed}
      title="Serve Diamond"
      text="Con Diamond hai una pagina tutta tua: metodo, servizi e link accanto ai risultati del registro, e le statistiche delle visite."
    >
      <ButtonLink variant="primary" size="lg" href={subscribeAddress('diamond')}>
        <Gem size={18} strokeWidth={1.75} aria-hidden />
        Attiva Diamond
      </ButtonLink>
      {plans}
    </Card>
  )
}

export function CreateCard({ seed }: Pick<CardProps, 'seed'>) {
  return (
    <Card
      seed={seed}
      title="Non hai ancora una vetrina"
      text="Quattro passi: Profilo, Contenuti, Call to Action, Anteprima e Pubblicazione. Prima di andare online la vetrina passa dalla moderazione."
    >
      <ButtonLink variant="primary" size="lg" href={editorAddress()}>
        <Pencil size={18} strokeWidth={1.75} aria-hidden />
        Crea Vetrina
      </ButtonLink>
    </Card>
  )
}
