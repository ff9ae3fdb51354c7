import type { Finding } from '../../finding.ts'
import type { Thresholds } from '../thresholds.ts'

/**
 * R10: fewer than `server_traders` traders have an account on this broker server, so that nobody's prices and tickets can be compared
 * (R20, R23). Small brokers look the same as a server of one's own. `docs/integrity.md`, account's behaviour.
 * @param traders this one included
 */
export function judgeServer(server: string, traders: number, { server_traders }: Thresholds): Finding[] {
  if (traders >= server_traders) return []
  return [
    {
      code: 'unknown_server',
      occurrences: 1,
      evidence: { inputs: { server }, threshold: { server_traders }, found: { traders } },
    },
  ]
}
