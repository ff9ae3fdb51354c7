import type { Queryable, Transaction } from '#server/database/database.ts'
import type { FileKind } from '../../rules/files.ts'

export interface StoredFile {
  file_key: string
  kind: FileKind
}

/** Serialises a trader's uploads. @returns false for a trader who is being erased */
export async function lockUploader(tx: Transaction, traderId: string): Promise<boolean> {
  const rows = await tx`
    select from trader where trader_id = ${traderId} and erasing_at is null for no key update`
  return rows.length > 0
}

/** Number and bytes of a trader's files. */
export async function storedFiles(tx: Transaction, traderId: string): Promise<{ files: number; bytes: number }> {
  const [row] = await tx<{ files: number; bytes: number }[]>`
    select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from showcase_file where trader_id = ${traderId}`
  return row ?? { files: 0, bytes: 0 }
}

export async function insertFile(
  tx: Transaction,
  file: StoredFile & { trader_id: string; name: string; bytes: number; created_at: string },
): Promise<void> {
  await tx`insert into showcase_file ${tx(file)}`
}

export async function deleteFile(sql: Queryable, key: string): Promise<void> {
  await sql`delete from showcase_file where file_key = ${key}`
}

export async function hasFile(sql: Queryable, key: string): Promise<boolean> {
  return (await sql`select from showcase_file where file_key = ${key}`).length > 0
}

/** A trader's own files among the keys, locked until the transaction ends. */
export async function lockOwnFiles(tx: Transaction, traderId: string, keys: readonly string[]): Promise<StoredFile[]> {
  return tx<StoredFile[]>`
    select file_key, kind from showcase_file
     where trader_id = ${traderId} and file_key = any(${keys})
     order by file_key
       for share`
}

/** Deletes the rows of all files of a trader. @returns the files: `removeShowcaseFiles` removes them after the commit */
export async function deleteFilesOf(tx: Transaction, traderId: string): Promise<StoredFile[]> {
  return tx<StoredFile[]>`delete from showcase_file where trader_id = ${traderId} returning file_key, kind`
}

const unnamed = (sql: Queryable) => sql`
  not exists (
    select from showcase join showcase_version using (showcase_id)
     where showcase.trader_id = file.trader_id and position(file.file_key in content::text) > 0)`

/** Files from before an instant that no version of their trader's showcase names, oldest first. */
export async function unnamedFiles(sql: Queryable, before: string, limit: number): Promise<string[]> {
  const rows = await sql<{ file_key: string }[]>`
    select file_key from showcase_file as file
     where created_at < ${before} and ${unnamed(sql)}
     order by created_at, file_key
     limit ${limit}`
  return rows.map(({ file_key: key }) => key)
}

/** A trader's unnamed files from before an instant, and all but the newest of each kind. Oldest first. */
export async function replaceableFiles(
  tx: Transaction,
  traderId: string,
  { before, newest }: { before: string; newest: Record<FileKind, number> },
): Promise<string[]> {
  const rows = await tx<{ file_key: string }[]>`
    select file_key
      from (select file_key, kind, created_at,
                   row_number() over (partition by kind order by created_at desc, file_key desc) as place
              from showcase_file as file
             where trader_id = ${traderId} and ${unnamed(tx)}) as unnamed
     where created_at < ${before} or place > case kind when 'pdf' then ${newest.pdf}::int else ${newest.image}::int end
     order by created_at, file_key`
  return rows.map(({ file_key: key }) => key)
}

/** Locks a file's row; null where a save holds it at this moment, or it is gone. */
export async function lockFile(tx: Transaction, key: string): Promise<StoredFile | null> {
  const [row] = await tx<StoredFile[]>`
    select file_key, kind from showcase_file where file_key = ${key} for update skip locked`
  return row ?? null
}

/** True where a version names the file. Call it after the lock, so that it reads versions that were saved before. */
export async function isNamed(tx: Transaction, key: string): Promise<boolean> {
  const rows = await tx`
    select from showcase_file as file
      join showcase on showcase.trader_id = file.trader_id
      join showcase_version using (showcase_id)
     where file.file_key = ${key} and position(file.file_key in content::text) > 0`
  return rows.length > 0
}

export async function fileKeys(sql: Queryable): Promise<Set<string>> {
  const rows = await sql<{ file_key: string }[]>`select file_key from showcase_file`
  return new Set(rows.map(({ file_key: key }) => key))
}
