import { eraseRestored, finishErasures } from '#features/account/server/erasure/jobs.ts'
import { reconcileAvatars } from '#features/account/server/avatars.ts'
import { checkAudit } from '#features/admin/server/audit/check.ts'
import { notifyAdmins } from '#features/admin/server/audit/notify-admins.ts'
import { removeExpiredSessions } from '#features/auth/server/service.ts'
import { pruneContactMessages } from '#features/contacts/server/service.ts'
import { thinPoints } from '#features/ea/server/service.ts'
import { recomputeOutdated } from '#features/ea/server/sync/recompute.ts'
import { reportSilentFindings } from '#features/integrity/server/night/night-report.ts'
import { reviewAccounts } from '#features/integrity/server/review/review.ts'
import { renewImported } from '#features/integrity/server/levels/imported.ts'
import { ledgersBrokenAt } from '#features/integrity/server/ledger/ledger-check.ts'
import { pruneChanges } from '#features/leaderboard/server/change-queries.ts'
import { prunePlaces, recordPlaces } from '#features/leaderboard/server/places.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { refreshCoins } from '#features/payments/server/orders/coins.ts'
import { pruneNotifications } from '#features/payments/server/notifications/retention.ts'
import type { Payments } from '#features/payments/server/service.ts'
import { reconcileRecent } from '#features/payments/server/reconciliation/nightly.ts'
import { refreshRates } from '#features/performance/server/service.ts'
import { pruneVisits } from '#features/showcases/server/analytics/retention.ts'
import { reconcileShowcaseFiles } from '#features/showcases/server/uploads/files.ts'
import type { Backups } from '#features/system/server/backup/service.ts'
import { ledgerDiffers } from '#features/subscriptions/server/service.ts'
import { reportGrants } from '#features/subscriptions/server/grants-report.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Kernel } from '#server/kernel.ts'
import { pruneNoticeCounts } from '#server/outbox/outbox-notices.ts'
import { pruneSent } from '#server/outbox/outbox.ts'
import { noteCheck } from '#server/metrics/self-checks.ts'
import { createStorage } from '#server/files/storage.ts'

/** One line a periodic job; minutes are UTC. */
export async function registerJobs(
  kernel: Kernel,
  jobs: Jobs,
  payments: Payments,
  leaderboard: Leaderboard,
  backups: Backups,
): Promise<void> {
  const { log, sql } = kernel
  await jobs.every('remove-expired-sessions', '7 * * * *', async () => void (await removeExpiredSessions(kernel)))
  await jobs.every('refresh-exchange-rates', '20 15 * * *', async () => void (await refreshRates(kernel)))
  await jobs.every('thin-account-points', '40 2 * * *', async () => void (await thinPoints(kernel)))
  // After an upgrade: accounts of version 1 of the formula. New ones have version 2, so a run that finds none is the last one of this process.
  let hasOutdated = true
  await jobs.every('recompute-accounts', '* * * * *', async () => {
    hasOutdated &&= (await recomputeOutdated(kernel)) > 0
    await renewImported(kernel)
  })
  await jobs.every('review-accounts', '* * * * *', async () => void (await reviewAccounts(kernel)))
  // Several runs of some minutes a night: the next one goes on where the last one stopped.
  await jobs.every('report-silent-findings', '*/10 1-4 * * *', async () => void (await reportSilentFindings(kernel)))
  await jobs.every('settle-payments', '* * * * *', () => payments.settle())
  // The run before midnight stores the places at the day's end.
  await jobs.every('record-places', '57 * * * *', async () => void (await recordPlaces(kernel, leaderboard)))
  await jobs.every('forget-old-changes', '*/10 * * * *', () => pruneChanges(sql))
  await jobs.every('forget-old-places', '55 2 * * *', () => prunePlaces(kernel))
  await jobs.every('forget-visits', '12 * * * *', () => pruneVisits(kernel))
  await jobs.every('refresh-payment-coins', '25 * * * *', async () => {
    await refreshCoins(kernel, payments.provider, payments.signal)
  })
  await jobs.every('finish-erasures', '* * * * *', async () => void (await finishErasures(kernel)))
  const storage = createStorage(kernel.config)
  await jobs.every('erase-again', '20 * * * *', async () => void (await eraseRestored(kernel, storage)))
  await jobs.every('sweep-pictures', '35 * * * *', async () => void (await reconcileAvatars(kernel, storage)))
  await jobs.every(
    'sweep-showcase-files',
    '37 * * * *',
    async () => void (await reconcileShowcaseFiles(kernel, storage)),
  )
  await jobs.every('deliver-outbox', '* * * * *', () => kernel.outbox.deliver())
  await jobs.every('forget-old-messages', '50 2 * * *', async () => {
    await pruneSent(kernel)
    await pruneNoticeCounts(kernel)
    await pruneNotifications(kernel)
    await pruneContactMessages(kernel)
  })
  // Hourly, though one a night is due: the next run replaces one that failed, or that no server was up for.
  await jobs.every('tend-backups', '20 * * * *', () => backups.runMaintenance())
  await jobs.every('check-entitlement-ledger', '10 3 * * *', async () => {
    const traders = await ledgerDiffers(sql)
    await noteCheck(kernel, 'entitlement_ledger', traders.length)
    if (traders.length > 0) log.error({ traders }, 'subscriptions differ from their ledger')
  })
  // Hourly, though one a week is due: after a Monday without a server the next run reports.
  await jobs.every('report-manual-grants', '45 * * * *', () => reportGrants(kernel))
  await jobs.every('check-audit-log', '15 3 * * *', async () => {
    await noteCheck(kernel, 'audit_log', await checkAudit(kernel, storage))
  })
  await jobs.every('tell-audit', '* * * * *', async () => void (await notifyAdmins(kernel)))
  await jobs.every('sweep-payments', '40 3 * * *', async () => {
    await reconcileRecent(kernel, payments.provider, { signal: payments.signal })
  })
  await jobs.every('check-sync-ledgers', '30 3 * * *', async () => {
    const accounts = await ledgersBrokenAt(kernel)
    await noteCheck(kernel, 'sync_ledgers', accounts.length)
    if (accounts.length > 0) log.error({ accounts }, 'ledgers of syncs do not hold')
  })
}
