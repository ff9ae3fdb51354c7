import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createStorage } from '#server/files/storage.ts'
import { testApp } from '#server/testing/app.ts'
import type { TestKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { registerAccount } from '../routes.ts'

/** A form as a browser writes it. */
export function form(bytes: Buffer, { field = 'file', name = 'foto.jpg', type = 'image/jpeg' } = {}) {
  const boundary = '----tt7Q'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

export const picture = (width = 500, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })

/** People who send pictures, and the folder that keeps them. */
export async function pictureScene(kernel: TestKernel) {
  const { config } = kernel
  const storage = createStorage(config)
  /** Files that meet a full disk: `/dev/full` lies in their place. */
  const disk = { isFull: (_key: string) => false }
  const app = await testApp(kernel, (server) =>
    registerAccount(server, kernel, {
      ...storage,
      async write(key, bytes) {
        const file = join(config.DATA_DIR, 'uploads', key)
        mkdirSync(join(file, '..'), { recursive: true })
        if (disk.isFull(key)) symlinkSync('/dev/full', file)
        return storage.write(key, bytes)
      },
    }),
  )
  let people = 0
  return {
    app,
    storage,
    disk,
    newPerson: () => person(kernel, `faccia${(people += 1)}`),
    send: async (headers: Record<string, string>, bytes: Buffer, options: Parameters<typeof form>[1] = {}) => {
      const { headers: type, payload } = form(bytes, options)
      return app.inject({ method: 'POST', url: '/api/account/avatar', headers: { ...headers, ...type }, payload })
    },
    /** Names of all stored files. */
    files: (): string[] => {
      try {
        return readdirSync(join(config.DATA_DIR, 'uploads'), { recursive: true, withFileTypes: true })
          .filter((entry) => !entry.isDirectory())
          .map(({ name }) => name)
          .toSorted()
      } catch {
        return []
      }
    },
  }
}
