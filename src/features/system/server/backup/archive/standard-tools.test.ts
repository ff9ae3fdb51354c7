import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createStorage } from '#server/files/storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { writeBackup } from '../../../testing/backups.ts'
import { restoreFile } from '../restore.ts'
import { newKeyPair } from './encryption.ts'

/** Opens backups with the programs that `docs/operations/back-up-and-restore.md` names, and opens one with ours that they packed. */

const kernel = await testKernel()
await kernel.outbox.close()
const { sql, config, secrets } = kernel
const storage = createStorage(config)
const target = await testDatabase({ empty: true })
const upload = `avatars/${'0'.repeat(32)}-96.webp`
const picture = Buffer.from('a picture')

beforeAll(async () => {
  await person(kernel, 'anna')
  await storage.write(upload, picture)
  // More than one part, with line breaks in values.
  await sql`
    insert into login_attempt (subject, attempts, first_at, last_at)
    select ${'line\n\ttab \\ '}::text || i || repeat(md5(i::text), 20), i, now(), now() from generate_series(1, 3000) as i`
})

const folderFor = (name: string) => mkdtempSync(join(config.DATA_DIR, name))
/** Unpacks the output of `age` with `zstd` and `tar` into a folder. */
function unpack(packed: string): string {
  const folder = folderFor('unpacked-')
  execFileSync('sh', ['-c', 'zstd -dc "$1" | tar -x -C "$2"', 'sh', packed, folder])
  return folder
}

interface Manifest {
  tables: { name: string; columns: string[]; rows: number }[]
  migrations: { name: string }[]
}

function contentOf(folder: string) {
  const { tables, migrations } = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Manifest
  const partsOf = (name: string) => readdirSync(join(folder, 'tables', name)).toSorted()
  const linesOf = (name: string) =>
    partsOf(name)
      .map((part) => readFileSync(join(folder, 'tables', name, part), 'utf8'))
      .join('')
      .split('\n')
      .slice(0, -1)
  const filled = tables.filter(({ rows }) => rows > 0)
  const usernameAt = tables.find(({ name }) => name === 'trader')?.columns.indexOf('username') ?? -1
  return {
    names: readdirSync(folder).toSorted(),
    upload: readFileSync(join(folder, 'uploads', upload), 'utf8'),
    migrations: migrations.length,
    isEachTableWhole: filled.every(({ name, rows }) => linesOf(name).length === rows),
    hasSeveralParts: partsOf('login_attempt').length > 1,
    attempts: linesOf('login_attempt').length,
    usernames: linesOf('trader').map((line) => line.split('\t')[usernameAt]),
  }
}
const whole = async () => ({
  names: ['backup.json', 'tables', 'uploads'],
  upload: picture.toString(),
  migrations: (await sql`select from schema_migration`).length,
  isEachTableWhole: true,
  hasSeveralParts: true,
  attempts: 3000,
  usernames: ['anna'],
})

describe('a stranger opens a backup with age, zstd and tar', () => {
  test('by the key that stands in SECRET_KEY, typed as a passphrase', async () => {
    const file = await writeBackup(kernel)
    const packed = join(folderFor('opened-'), 'backup.tar.zst')
    const [key] = secrets.keys
    // age reads passphrases from a terminal only: `script` gives it one.
    const opened = spawnSync('script', ['-qec', `age -d -o ${packed} ${file}`, '/dev/null'], {
      input: `${key?.base64}\n`,
    })
    expect([opened.status, opened.stdout.toString()]).toEqual([0, expect.stringContaining('Enter passphrase')])
    expect(contentOf(unpack(packed))).toEqual(await whole())
  })

  test('by the private half of a pair, from a file', async () => {
    const { publicKey, privateKey } = await newKeyPair()
    const file = await writeBackup(kernel, publicKey)
    const folder = folderFor('opened-')
    const [identity, packed] = [join(folder, 'identity.txt'), join(folder, 'backup.tar.zst')]
    writeFileSync(identity, `${privateKey}\n`)
    execFileSync('age', ['-d', '-i', identity, '-o', packed, file])
    expect(contentOf(unpack(packed))).toEqual(await whole())
  })

  test('and an archive that those programs pack again restores', async () => {
    const { publicKey, privateKey } = await newKeyPair()
    const file = await writeBackup(kernel, publicKey)
    const folder = folderFor('packed-')
    mkdirSync(join(folder, 'content'))
    writeFileSync(join(folder, 'identity.txt'), privateKey)
    const repack = `
      age -d -i identity.txt "$1" | zstd -d >backup.tar
      tar -tf backup.tar >names
      tar -xf backup.tar -C content
      tar -c -C content --no-recursion -T names | zstd -9 | age -r "$2" >again.backup`
    execFileSync('sh', ['-ec', repack, 'sh', file, publicKey], { cwd: folder })
    const restored = await restoreFile(
      join(folder, 'again.backup'),
      { address: target.address, storage: null },
      { secrets, privateKey },
    )
    expect(restored).toMatchObject({ files: 1 })
    expect(restored.rows).toBeGreaterThan(3000)
  })
})
