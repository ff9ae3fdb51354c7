import { bench, option } from './frame/bench.ts'
import { startGenerator } from './frame/generator.ts'
import { startPopulated } from './frame/populated.ts'
import { measureBucket } from './steps/bucket.ts'
import { measureEdge } from './steps/edge.ts'
import { copyForReplica, measureReplica } from './steps/replica.ts'

/**
 * Measures the parts of step 3 of docs/scale.md, with and without each: a streaming replica, a bucket for files, the shared cache of a second.
 * The figures have no bars: scripts/simulate-scale.ts takes them. Each is CPU time of processes.
 * `--accounts=N` (2,000), `--rate=N` of syncs in a second (667), `--seconds=N` of each measurement (3). It needs haproxy and the built web part.
 */

const accounts = option('accounts', 2_000)

await bench(async () => {
  const replica = await copyForReplica()
  const product = await startPopulated(accounts, { prepare: replica.copy })
  const syncs = startGenerator({ advisors: product.advisors, records: false })
  // The first sync of each account, which is a long one.
  await syncs(product.port, { connections: 32, seconds: 3_600, most: accounts })
  await measureReplica(product, syncs, replica)
  await measureBucket(product)
  // The last one: it may miss its proxy.
  await measureEdge(product, syncs)
})
