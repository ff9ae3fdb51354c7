import type { AuditEntry } from '../entry.ts'

export const annaId = 'b0000000-0000-4000-8000-000000000001'

/** Anna got Basic for 30 days. */
export function entryWith(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    audit_id: 12,
    at: '2026-11-20T09:05:00.123Z',
    actor: 'a0000000-0000-4000-8000-000000000001',
    actor_username: 'capo',
    action: 'subscription.assign',
    subject: annaId,
    subject_username: 'anna.verdi',
    details: {
      days: 30,
      tier: 'basic',
      before: { basic: null, diamond: null },
      after: { basic: '2026-12-20T09:05:00.000Z', diamond: null },
    },
    address: '192.0.2.7',
    request_id: 'req-12',
    ...change,
  }
}

export const intact = {
  checked_at: '2026-11-20T03:15:00.000Z',
  lines: 1_284,
  broken_at: null,
  differs_from: null,
  exported: true,
}
export const answer = (entries: AuditEntry[], check: object | null = intact) => ({
  body: { entries, total: entries.length, next_cursor: null, check },
})
export const several = () => [
  entryWith(),
  entryWith({
    audit_id: 11,
    actor: null,
    actor_username: null,
    action: 'system.backup',
    subject: null,
    subject_username: null,
    details: { backup_filename: 'toptrader-x.backup', bytes: 1_204 },
    address: null,
    request_id: null,
  }),
  entryWith({ audit_id: 10, action: 'nuova.azione', subject_username: null }),
]
