import type { ComponentType } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import { useUrl } from '#web/router.ts'
import { BackupPart } from './BackupPart.tsx'
import { LogsPart } from './LogsPart.tsx'
import { MonitorPart } from './MonitorPart.tsx'

const parts: readonly { part: string; label: string; Content: ComponentType }[] = [
  { part: 'backup', label: 'Backup', Content: BackupPart },
  { part: 'monitor', label: 'Monitor API', Content: MonitorPart },
  { part: 'logs', label: 'Log di sistema', Content: LogsPart },
]

/** The admins' page of the system. The address names its part. */
export function SystemPage() {
  const { search } = useUrl()
  const named = search.get('part') ?? 'backup'
  const { part: current, Content } = parts.find(({ part }) => part === named) ?? parts[0]!
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1>Sistema</h1>
        <nav className="sys-parts" aria-label="Parti del sistema">
          {parts.map(({ part, label }) => (
            <a key={part} href={adminAddress('system', { part })} aria-current={part === current ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </div>
      <Content />
    </>
  )
}
