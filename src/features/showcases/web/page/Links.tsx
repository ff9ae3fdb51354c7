import { ChartColumn, ChartLine, CirclePlay, ExternalLink, FileDown, Globe, Landmark, Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Showcase } from '#features/showcases/contract.ts'
import type { LinkName } from '#features/showcases/rules/fields.ts'
import { hostOf } from '#features/showcases/rules/addresses.ts'
import { linkLabels } from '#features/showcases/labels.ts'
import { tradersLink } from '#web/outside-link.ts'
import { BrandIcon } from '#web/ui/BrandIcon.tsx'
import { DiscordIcon } from './DiscordIcon.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Report } from './reports.ts'

const look = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

const links: readonly { name: LinkName; label?: string; icon: ReactNode }[] = [
  { name: 'myfxbook_url', icon: <ChartLine {...look} /> },
  { name: 'fxblue_url', icon: <ChartColumn {...look} /> },
  { name: 'mql5_signal_url', icon: <Radio {...look} /> },
  { name: 'telegram_url', icon: <BrandIcon brand="telegram" size={18} /> },
  { name: 'discord_url', icon: <DiscordIcon size={18} /> },
  { name: 'website_url', icon: <Globe {...look} /> },
  // The label says that the broker is the trader's own recommendation.
  { name: 'broker_referral_url', label: 'Broker consigliato dal trader', icon: <Landmark {...look} /> },
]

interface PartProps {
  showcase: Showcase
  report: Report
}

/** The trader's links, each with the host to which it really leads. */
export function Links({ showcase, report }: PartProps) {
  const given = links.flatMap(({ name, ...rest }) => {
    const address = showcase.links[name]
    return address === null ? [] : [{ name, address, ...rest }]
  })
  if (given.length === 0) return null
  return (
    <Panel title="Link">
      <ul>
        {given.map(({ name, label = linkLabels[name], icon, address }) => (
          <Row
            key={name}
            icon={icon}
            label={label}
            note={hostOf(address)}
            address={address}
            onClick={() => report({ type: 'link', target: name })}
          />
        ))}
      </ul>
    </Panel>
  )
}

/** Video and guide. */
export function Resources({ showcase, report }: PartProps) {
  const { video_url: video, pdf_download_url: pdf, pdf_title: title } = showcase.content
  if (video === null && pdf === null) return null
  return (
    <Panel title="Risorse">
      <ul>
        {video !== null && (
          <Row
            icon={<CirclePlay {...look} />}
            label="Video di presentazione"
            note={hostOf(video)}
            address={video}
            onClick={() => report({ type: 'video' })}
          />
        )}
        {pdf !== null && (
          <Row
            icon={<FileDown {...look} />}
            label={title?.trim() || 'Guida Trading'}
            note="PDF da scaricare"
            address={pdf}
            onClick={() => report({ type: 'pdf' })}
          />
        )}
      </ul>
    </Panel>
  )
}

interface RowProps {
  icon: ReactNode
  label: string
  note: string
  address: string
  onClick: () => void
}

function Row({ icon, label, note, address, onClick }: RowProps) {
  return (
    <li>
      <a className="show-link" href={address} {...tradersLink} onClick={onClick}>
        {icon}
        <span>
          <b>{label}</b>
          <small>{note}</small>
        </span>
        <ExternalLink size={15} strokeWidth={1.75} aria-hidden />
      </a>
    </li>
  )
}
