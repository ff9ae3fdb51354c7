import type { Kernel } from '#server/kernel.ts'
import { counter, histogram } from '#server/metrics/meters.ts'
import { syncRefusals } from '../sync-contract.ts'

const syncBatches = histogram({
  name: 'sync_batch_size',
  help: 'Syncs in one transaction',
  buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000],
})

const syncCommits = histogram({
  name: 'sync_commit_seconds',
  help: 'How long a transaction of syncs took, its commit included',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

export const syncAnswers = counter({
  name: 'sync_answers_total',
  help: 'Answers to advisors by their code',
  labels: { code: ['OK', ...(Object.keys(syncRefusals) as (keyof typeof syncRefusals)[])] },
})

/** @param syncs of one transaction, which `work` commits */
export async function measuredCommit<T>(kernel: Kernel, syncs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  syncBatches(kernel).observe(syncs)
  try {
    return await work()
  } finally {
    syncCommits(kernel).observe((performance.now() - startedAt) / 1000)
  }
}
