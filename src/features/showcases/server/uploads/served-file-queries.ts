import type { Queryable } from '#server/database/database.ts'
import type { ShowcaseContent } from '../../rules/fields.ts'
import type { FileKind } from '../../rules/files.ts'

export interface FileWithPublished {
  name: string
  /** The owner is deactivated or being erased, or the e-mail waits for its proof. */
  is_shut: boolean
  diamond_expires: string | null
  content: ShowcaseContent | null
}

/** A file with its owner's state and the published content; null where there is no such file. It uses indexes alone. */
export async function fileWithPublished(
  sql: Queryable,
  kind: FileKind,
  key: string,
): Promise<FileWithPublished | null> {
  const [row] = await sql<FileWithPublished[]>`
    select file.name, coalesce(deactivated_at, erasing_at) is not null or email_proof = 'awaited' as is_shut, diamond_expires, content
      from showcase_file as file
      join trader using (trader_id)
      join trader_plan using (trader_id)
      left join showcase using (trader_id)
      left join showcase_version as version
        on version.showcase_id = showcase.showcase_id and version.version = showcase.published_version
     where file_key = ${key} and kind = ${kind}`
  return row ?? null
}
