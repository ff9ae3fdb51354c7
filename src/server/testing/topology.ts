/**
 * How the tests' servers stand: TOPOLOGY, which `npm run test:topologies` sets. `single` is one instance on the built-in PostgreSQL;
 * `instances` are two behind haproxy; `pooler` is PgBouncer in transaction mode before the database; `replica` a streaming replica for
 * public reads; `postgres` another version of PostgreSQL, from the npm package in POSTGRES_PACKAGE.
 */
const topologies = ['single', 'instances', 'pooler', 'replica', 'postgres'] as const
export type Topology = (typeof topologies)[number]

export const topology: Topology = named(process.env['TOPOLOGY'] ?? 'single')

function named(name: string): Topology {
  const found = topologies.find((each) => each === name)
  if (found === undefined) throw new Error(`TOPOLOGY ${name} is none of ${topologies.join(', ')}`)
  return found
}
