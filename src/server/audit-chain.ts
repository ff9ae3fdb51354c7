import type { Queryable } from './database/database.ts'

/**
 * The first line that was changed, removed or inserted; null where the chain holds.
 * @param pieceLines lines checked in one statement: the whole log would take longer than a statement may run
 */
export async function auditBrokenAt(sql: Queryable, pieceLines = 50_000): Promise<number | null> {
  let after = 0
  let hash: Buffer | null = null
  for (;;) {
    const [piece]: AuditPiece[] = await sql<AuditPiece[]>`
      select count(*) as lines, max(audit_id) as last,
             (array_agg(entry_hash order by audit_id desc))[1] as hash,
             min(audit_id) filter (where audit_id <> place or entry_hash <>
               audit_hash(previous, audit_id, at, actor, action, subject, details, address, request_id)) as broken
        from (select *, coalesce(lag(entry_hash) over by_id, ${hash}) as previous,
                     ${after} + row_number() over by_id as place
                from (select * from audit_log where audit_id > ${after} order by audit_id limit ${pieceLines}) as piece
              window by_id as (order by audit_id)) as line`
    if (piece === undefined || piece.lines === 0) return null
    if (piece.broken !== null) return piece.broken
    after = piece.last
    hash = piece.hash
  }
}

interface AuditPiece {
  lines: number
  last: number
  hash: Buffer
  broken: number | null
}
