import { bench, compare, option } from './frame/bench.ts'
import { startGenerator } from './frame/generator.ts'
import { startPopulated } from './frame/populated.ts'
import { startProduct, stopProgram, type Program } from './frame/product.ts'

/**
 * Syncs acknowledged in a second by one instance, while two more follow its changes, against the same without these. All three share two
 * cores, so that the work of the followers counts, too.
 * `--accounts=N` (2,000), `--seconds=N` of each measurement (3).
 */

const accounts = option('accounts', 2_000)
const seconds = option('seconds', 3)
const bar = { least: 0.95 }

await bench(async () => {
  const product = await startPopulated(accounts)
  const { advisors, port, address, folder } = product
  const syncs = startGenerator({ advisors, records: false })
  const rate = async () => {
    const { answered, seconds: took } = await syncs(port, { connections: 256, seconds })
    return answered / took
  }
  const url = `postgres://${address.user}@localhost:${address.port}/${address.database}?host=${encodeURIComponent(address.host)}`
  await compare(
    'syncs with two listening instances',
    {
      reference: rate,
      ours: async () => {
        const others: Program[] = []
        for (let index = 0; index < 2; index += 1) others.push(await startProduct(folder, { DATABASE_URL: url }))
        const measured = await rate()
        for (const { child } of others) await stopProgram(child)
        return measured
      },
    },
    { unit: 'in a second', bar },
  )
})
