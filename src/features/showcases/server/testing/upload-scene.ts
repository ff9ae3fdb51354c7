import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { grant } from '#features/leaderboard/server/testing/accounts.ts'
import { createStorage, type Storage } from '#server/files/storage.ts'
import { testApp } from '#server/testing/app.ts'
import type { TestKernel } from '#server/testing/kernel.ts'
import { serveAvatars } from '#server/files/uploads.ts'
import { person, type Person } from '#server/testing/people.ts'
import { form, type FormOptions } from '#server/testing/sent-files.ts'
import { DAY_MS } from '#shared/dates.ts'
import { registerUploadRoutes } from '../uploads/routes.ts'

/** A PDF document of one page. */
export async function onePage(): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage().drawText('Il metodo')
  return Buffer.from(await document.save())
}

/** Traders with Diamond who send files for their showcase, and the folder that stores the files. */
export async function uploadScene(kernel: TestKernel, wrap: (storage: Storage) => Storage = (storage) => storage) {
  const { config, clock } = kernel
  const storage = wrap(createStorage(config))
  const app = await testApp(kernel, (server) => {
    serveAvatars(server, storage, async () => ({ isPublic: true }))
    registerUploadRoutes(server, kernel, storage)
  })
  let people = 0
  const send = (kind: 'image' | 'pdf', who: Pick<Person, 'headers'>, { headers, payload }: ReturnType<typeof form>) =>
    app.inject({
      method: 'POST',
      url: `/api/showcases/upload-${kind}`,
      headers: { ...who.headers, ...headers },
      payload,
    })
  return {
    app,
    storage,
    send,
    newAuthor: async (options: { diamond?: boolean; is_admin?: boolean } = {}): Promise<Person> => {
      const made = await person(kernel, `autore${(people += 1)}`, { is_admin: options.is_admin ?? false })
      if (options.diamond !== false) await grant(kernel, made.trader_id, 'diamond', clock.now() + 300 * DAY_MS)
      return made
    },
    image: (who: Person, bytes: Uint8Array, options: FormOptions = {}) => send('image', who, form(bytes, options)),
    pdf: (who: Person, bytes: Uint8Array, options: FormOptions = {}) =>
      send('pdf', who, form(bytes, { name: 'Il metodo.pdf', type: 'application/pdf', ...options })),
    /** A file, as one of our own pages requests it. */
    served: (url: string) => app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } }),
    /** Paths of all stored files. */
    files: (): string[] => {
      const folder = join(config.DATA_DIR, 'uploads')
      try {
        return readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => !entry.isDirectory())
          .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
          .toSorted()
      } catch {
        return []
      }
    },
  }
}
