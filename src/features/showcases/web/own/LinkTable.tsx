import {
  ChartLine,
  ChartNoAxesCombined,
  CopyCheck,
  FileDown,
  Globe,
  Landmark,
  MessagesSquare,
  Play,
  Send,
  Share2,
} from 'lucide-react'
import type { ClickType, ShowcaseReport } from '#features/showcases/analytics-contract.ts'
import * as format from '#shared/format/format.ts'
import { Panel } from '#web/ui/Panel.tsx'

type Icon = typeof Play
const icons: Record<Exclude<ClickType, 'link'>, Icon> = {
  cta: CopyCheck,
  share: Share2,
  myfx_click: ChartLine,
  video: Play,
  pdf: FileDown,
}
const linkIcons: Record<string, Icon> = {
  myfxbook_url: ChartLine,
  fxblue_url: ChartNoAxesCombined,
  mql5_signal_url: ChartNoAxesCombined,
  telegram_url: Send,
  discord_url: MessagesSquare,
  website_url: Globe,
  broker_referral_url: Landmark,
}

/** The clicked targets, most clicks first, each with its share and rate. */
export function LinkTable({ links, totals }: { links: ShowcaseReport['by_link']; totals: ShowcaseReport['totals'] }) {
  const most = links[0]?.clicks ?? 1
  return (
    <Panel title="Clic per link">
      {links.length === 0 ? (
        <p className="text-ui text-ink-2">Nessun clic in questi giorni.</p>
      ) : (
        <table className="table own-table">
          <thead>
            <tr>
              <th scope="col">Link</th>
              <th scope="col" className="num">
                Clic
              </th>
              <th scope="col" className="num">
                Quota
              </th>
              <th scope="col" className="num">
                CTR
              </th>
            </tr>
          </thead>
          <tbody>
            {links.map(({ type, target, label, position, clicks, share, ctr }) => {
              const LinkIcon = type === 'link' ? (linkIcons[target] ?? Globe) : icons[type]
              return (
                <tr key={`${type} ${target} ${position}`}>
                  <th scope="row">
                    <span className="own-link">
                      <LinkIcon size={16} strokeWidth={1.75} aria-hidden />
                      <span>
                        {label}{' '}
                        {position !== null && (
                          <span className="inline-block font-normal text-ink-3">pulsante {format.count(position)}</span>
                        )}
                        <svg className="own-share" width="100%" height="4" aria-hidden="true">
                          <rect className="track" width="100%" height="4" />
                          <rect className="fill" width={`${(100 * clicks) / most}%`} height="4" />
                        </svg>
                      </span>
                    </span>
                  </th>
                  <td className="num font-semibold">{format.count(clicks)}</td>
                  <td className="num">{format.sharePercent(share)}</td>
                  <td className="num">{format.sharePercent(ctr, 2)}</td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Totale</th>
              <td className="num">{format.count(totals.clicks)}</td>
              <td className="num">{format.sharePercent(100, 0)}</td>
              <td className="num">{format.sharePercent(totals.ctr, 2)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Panel>
  )
}
