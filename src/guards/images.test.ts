import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { imageFiles, namedImages } from '../../scripts/pin-images.ts'

test('every image is named by its digest, the same one wherever its tag stands', () => {
  const named = namedImages()
  expect(named.filter(({ digest }) => !/^@sha256:[0-9a-f]{64}$/.test(digest))).toEqual([])
  const tagged = new Set(named.map((image) => image.tagged))
  expect(new Set(named.map((image) => image.tagged + image.digest)).size).toBe(tagged.size)
  expect(tagged.size).toBeGreaterThanOrEqual(8)
  // Each one that a file names in any other way is found too.
  const lines = imageFiles().flatMap((file) => readFileSync(file, 'utf8').match(/^(?:FROM\b|\s+image:).*/gm) ?? [])
  const own = lines.filter((line) => /^(?:FROM|\s+image:) toptrader\b/.test(line))
  expect(lines.length - own.length).toBe(named.length)
})

test('every action of the workflows is named by its commit, with its version for readers', () => {
  const used = globSync('.github/workflows/*.yml').flatMap((file) => readFileSync(file, 'utf8').match(/uses:.*/g) ?? [])
  expect(used.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  expect(used.length).toBeGreaterThan(0)
})

test('npm run pin-images writes the digests that the registry answers, and nothing where it answers none', () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-images-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = imageFiles()
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
  const texts = () => files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const before = texts()
  const digest = `sha256:${'0a'.repeat(32)}`
  const pin = (program: string) => {
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\n${program}\n`)
    chmodSync(join(folder, 'docker'), 0o755)
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
    return spawnSync(process.execPath, [resolve('scripts/pin-images.ts')], { cwd: folder, env, encoding: 'utf8' })
  }
  expect(pin(`case "$6" in prom/*) exit 1 ;; esac; echo '{"digest":"${digest}"}'`).status).not.toBe(0)
  expect(texts()).toEqual(before)

  const { status, stdout } = pin(`echo '{"digest":"${digest}"}'`)
  expect([status, stdout]).toEqual([0, expect.stringContaining(`postgres:18-bookworm @sha256:`)])
  const after = texts()
  expect(after.join('').match(/@sha256:\w+/g)).toEqual(Array(namedImages().length).fill(`@${digest}`))
  const withoutDigests = (all: string[]) => all.map((text) => text.replaceAll(/@sha256:\w+/g, ''))
  expect(withoutDigests(after)).toEqual(withoutDigests(before))
})
