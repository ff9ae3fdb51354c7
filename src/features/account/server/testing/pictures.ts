import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createStorage } from '#server/files/storage.ts'
import { testApp } from '#server/testing/app.ts'
import type { TestKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { form, type FormOptions } from '#server/testing/sent-files.ts'
import { registerAccount } from '../routes.ts'

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
    send: async (headers: Record<string, string>, bytes: Buffer, options: FormOptions = {}) => {
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
